// What a picture depends on besides its story: the browser, and the fonts of the machine.
import { LANGUAGES } from '../../src/i18n/index.js';
import { TOKENS } from '../../src/styles/token-table.js';

export interface TakenWith {
  readonly version: string;
  /** The widths of the name of each language in each of the fonts: another font is wider or narrower. */
  readonly text: Readonly<Record<string, string>>;
}

const FONTS = [TOKENS.font, TOKENS.fontAddress, 'serif'];

/** An expression: not every driver of a browser knows arguments. Pairs, since WebDriver keeps no order of names. */
const MEASURE = `(([languages, fonts]) => {
  const text = document.body.appendChild(document.createElement('span'));
  text.style.whiteSpace = 'nowrap';
  const width = (font) => {
    text.style.font = '32px ' + font;
    return text.getBoundingClientRect().width.toFixed(1);
  };
  return languages.map(([language, name]) => {
    text.lang = language;
    text.textContent = name;
    return [language, fonts.map(width).join(' ')];
  });
})(${JSON.stringify([LANGUAGES, FONTS])})`;

/** @param evaluate an expression in any open page of the browser */
export async function takenWith(
  version: string,
  evaluate: (expression: string) => Promise<unknown>,
): Promise<TakenWith> {
  const widths = (await evaluate(MEASURE)) as readonly (readonly [language: string, width: string])[];
  return { version, text: Object.fromEntries(widths) };
}

/** Why pictures that were taken with one cannot be compared with those of the other; empty if they can. */
export function whyIncomparable(before: TakenWith, now: TakenWith): string {
  if (before.version !== now.version)
    return `they were taken with version ${before.version}; this is ${now.version}`;
  const changed = Object.keys({ ...before.text, ...now.text }).filter(
    (language) => before.text[language] !== now.text[language],
  );
  return changed.length > 0 ? `the fonts of this machine draw ${changed.join(', ')} otherwise` : '';
}
