import { checkKinds, merged } from './changes.js';
import type { MessageChanges } from './changes.js';
import { en } from './en.js';
import type { Messages } from './en.js';
import { CATALOGS } from './languages.js';
import type { Catalog } from './languages.js';
import { isolating } from './isolate.js';
import { directionOf, matching, rangesOf } from './match.js';

export { directionOf } from './match.js';
export type { MessageChanges, Messages };

/** After so long a payer is shown English rather than nothing; their own language still comes when it has arrived. */
const WAIT_MS = 2000;

/** `absent`: could not be loaded, and is asked for again when the next element comes. */
type Progress = Messages | 'loading' | 'late' | 'absent';

const catalogs: Readonly<Record<string, Catalog>> = CATALOGS;
const progress = new Map<string, Progress>([['en', en]]);
const changesBy = new Map<string, MessageChanges>();
/** The words that were put together, by the tag they were asked for with. */
const known = new Map<string, Messages>();
const languages = new Map<string, string>();
const listeners = new Set<() => void>();

/** Every language that there are words in, by its own name: `['de', 'Deutsch']`. */
export const LANGUAGES: readonly (readonly [tag: string, name: string])[] = [
  ['en', 'English'],
  ...Object.entries(catalogs).map(([tag, { name }]) => [tag, name] as const),
];

/**
 * The catalog for a BCP 47 tag: `pt-BR` → `pt`, `zh` → `zh-Hans`; `en` where there is none.
 * @throws {RangeError} when it is no tag
 */
export function languageOf(locale: string): string {
  const found = languages.get(locale) ?? matching(locale, Object.keys(catalogs)) ?? 'en';
  languages.set(locale, found);
  return found;
}

/** What an element has to say: English ones unless they are `ready`. */
export interface Words {
  readonly m: Messages;
  /** `loading`: for two seconds at the most. `absent`: late, or could not be loaded. */
  readonly state: 'ready' | 'loading' | 'absent';
}

/**
 * The words for a BCP 47 tag; asks for them where they are not there yet.
 * @throws {RangeError} when it is no tag
 */
export function wordsFor(locale: string): Words {
  const language = isOwn(locale) ? 'en' : languageOf(locale);
  const base = load(language);
  if (typeof base === 'object') return { m: changed(locale, language, base), state: 'ready' };
  return { m: changed('en', 'en', en), state: base === 'loading' ? base : 'absent' };
}

/**
 * Puts words of the shop's in the place of some of ours, in all elements of the page. Words for `pt` count for `pt-BR`
 * as well; the same word set again replaces the one before. Where `lang` is among them they are a language of their
 * own, and stand over the English ones: nothing is loaded for it.
 * @param locale a BCP 47 tag
 * @throws {TypeError} when it is none, or when words are of another kind than ours, such as a text for a function
 */
export function setMessages(locale: string, changes: MessageChanges): void {
  const tag = tagOf(locale);
  checkKinds(changes, en);
  if (changes.lang !== undefined) tagOf(changes.lang);
  changesBy.set(tag, merged<MessageChanges>(changesBy.get(tag) ?? {}, changes));
  known.clear();
  tell();
}

/** Calls back when words have come, are late, or were changed. */
export function onWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What could not be loaded, perhaps for want of a connection, is asked for again. */
export function askAgain(): void {
  for (const [language, state] of progress) if (state === 'absent') progress.delete(language);
}

/** A language that the shop brought itself. */
function isOwn(locale: string): boolean {
  return rangesOf(locale).some((tag) => changesBy.get(tag)?.lang !== undefined);
}

/** What is set for `pt` comes before what is set for `pt-BR`. */
function changed(locale: string, language: string, base: Messages): Messages {
  const found = known.get(locale);
  if (found) return found;
  const m = [...new Set([language, ...rangesOf(locale)])]
    .flatMap((tag) => changesBy.get(tag) ?? [])
    .reduce<Messages>(merged, base);
  const spoken = directionOf(m.lang) === 'rtl' ? isolating(m) : m;
  known.set(locale, spoken);
  return spoken;
}

function load(language: string): Progress {
  const state = progress.get(language);
  const catalog = catalogs[language];
  if (state !== undefined || !catalog) return state ?? en;
  const turn = (next: Progress) => {
    progress.set(language, next);
    tell();
  };
  const late = setTimeout(() => turn('late'), WAIT_MS);
  progress.set(language, 'loading');
  catalog
    .load()
    .then(turn, () => turn('absent'))
    .finally(() => clearTimeout(late));
  return 'loading';
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}

function tagOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    throw new TypeError(`"${locale.slice(0, 60)}" is not a language tag; write one such as "de" or "pt-BR"`);
  }
}
