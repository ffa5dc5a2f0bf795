import { mergeMessages } from './overrides.js';
import type { MessageChanges } from './overrides.js';
import { card } from './en/card.js';
import type { Messages } from './en.js';
import { CATALOGS } from './languages.js';
import type { Catalog } from './languages.js';
import { isolating } from './isolate.js';
import { directionOf, isEnglish, matching, rangesOf } from './match.js';

export { directionOf } from './match.js';
export type { MessageChanges, Messages };

/** After so long a payer is shown English rather than nothing; their own language still comes when it has arrived. */
const WAIT_MS = 2000;

/** `absent`: could not be loaded, and is asked for again when the next element comes. */
type LoadState = Messages | 'loading' | 'late' | 'absent';

const catalogs: Readonly<Record<string, Catalog>> = CATALOGS;
/** A page has no need of the others before `addEnglish`: no element that says one of them is there without it. */
const en = { ...card } as Messages;
const progress = new Map<string, LoadState>([['en', en]]);
const overridesByTag = new Map<string, MessageChanges>();
/** The words that are ready, by the tag they were asked for with: every drawing of an element asks. */
const known = new Map<string, LoadedMessages>();
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
  const found =
    languages.get(locale) ?? (isEnglish(locale) ? 'en' : (matching(locale, Object.keys(catalogs)) ?? 'en'));
  languages.set(locale, found);
  return found;
}

/** What an element has to say: English ones unless they are `ready`. */
export interface LoadedMessages {
  readonly m: Messages;
  /** `loading`: for two seconds at the most. `absent`: late, or could not be loaded. */
  readonly state: 'ready' | 'loading' | 'absent';
}

/**
 * The words for a BCP 47 tag; asks for them where they are not there yet.
 * @throws {RangeError} when it is no tag
 */
export function messagesFor(locale: string): LoadedMessages {
  const found = known.get(locale);
  if (found) return found;
  const language = isShopLocale(locale) ? 'en' : languageOf(locale);
  const base = load(language);
  if (typeof base !== 'object')
    return { m: messagesFor('en').m, state: base === 'loading' ? base : 'absent' };
  const words: LoadedMessages = { m: withOverrides(locale, language, base), state: 'ready' };
  known.set(locale, words);
  return words;
}

/** Brings the English words that a page does without at first. */
export function addEnglishMessages(words: Partial<Messages>): void {
  if (Object.keys(words).every((key) => Object.hasOwn(en, key))) return;
  Object.assign(en, words);
  resetCache();
}

/** Words of the shop's, from set-messages.ts. `tag`: a BCP 47 tag in its canonical form. */
export function addOverrides(tag: string, changes: MessageChanges): void {
  overridesByTag.set(tag, mergeMessages<MessageChanges>(overridesByTag.get(tag) ?? {}, changes));
  resetCache();
}

function resetCache(): void {
  known.clear();
  notifyListeners();
}

/** Calls back when words have come, are late, or were changed. */
export function onMessagesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What could not be loaded, perhaps for want of a connection, is asked for again. */
export function retryFailedLoads(): void {
  for (const [language, state] of progress) if (state === 'absent') progress.delete(language);
}

/** A language that the shop brought itself. */
function isShopLocale(locale: string): boolean {
  return rangesOf(locale).some((tag) => overridesByTag.get(tag)?.lang !== undefined);
}

/** What is set for `pt` comes before what is set for `pt-BR`. */
function withOverrides(locale: string, language: string, base: Messages): Messages {
  const m = [...new Set([language, ...rangesOf(locale)])]
    .flatMap((tag) => overridesByTag.get(tag) ?? [])
    .reduce<Messages>(mergeMessages, base);
  return directionOf(m.lang) === 'rtl' ? isolating(m) : m;
}

function load(language: string): LoadState {
  const state = progress.get(language);
  const catalog = catalogs[language];
  if (state !== undefined || !catalog) return state ?? en;
  const turn = (next: LoadState) => {
    progress.set(language, next);
    notifyListeners();
  };
  const late = setTimeout(() => turn('late'), WAIT_MS);
  progress.set(language, 'loading');
  catalog
    .load()
    .then(turn, () => turn('absent'))
    .finally(() => clearTimeout(late));
  return 'loading';
}

function notifyListeners(): void {
  for (const listener of [...listeners]) listener();
}
