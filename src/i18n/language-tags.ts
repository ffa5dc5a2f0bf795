const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa'];

/**
 * Returns the ranges of a tag, the widest first: `pt`, `pt-BR` (lookup of RFC 4647 §3.4, reversed).
 * @throws {RangeError} when it is not a language tag
 */
export function rangesOf(tag: string): readonly string[] {
  const parts = new Intl.Locale(tag).toString().split('-');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('-'));
}

/**
 * Shortcut for the most frequent language: `maximize` takes a browser 5 ms at first.
 * @throws {RangeError} when it is not a language tag
 */
export function isEnglish(tag: string): boolean {
  return new Intl.Locale(tag).language === 'en';
}

/**
 * Returns the first of `known` that a reader of `tag` reads: the same language in the same script. So `uz-Cyrl` and
 * `kk-CN` find no `uz` and no `kk`. Chinese in a script that is not known finds the other one: its readers are nearer to that than
 * to English, also by the language matching of Unicode (UTS #35, distance 15 against 80).
 * @throws {RangeError} when it is not a language tag
 */
export function matching(tag: string, known: readonly string[]): string | undefined {
  const wanted = new Intl.Locale(tag).maximize();
  const read = known.filter((each) => new Intl.Locale(each).language === wanted.language);
  const written = read.find((each) => new Intl.Locale(each).maximize().script === wanted.script);
  return written ?? (wanted.language === 'zh' ? read[0] : undefined);
}

const directions = new Map<string, 'ltr' | 'rtl'>();

/** For the `dir` of what is written in this language. */
export function directionOf(lang: string): 'ltr' | 'rtl' {
  const found = directions.get(lang);
  if (found) return found;
  const { script = '' } = isEnglish(lang) ? {} : new Intl.Locale(lang).maximize();
  const direction = RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
  directions.set(lang, direction);
  return direction;
}
