import { mergeMessages, type MessageOverrides } from './overrides.js';
import { card } from './en/card.js';
import { isolating } from './isolate.js';
import type { Messages } from './en.js';
import { CATALOGS, type Catalog } from './languages.js';
import { directionOf, isEnglish, matching, rangesOf } from './language-tags.js';

export { directionOf } from './language-tags.js';
export type { MessageOverrides, Messages };

/**
 * Time after which a payer reads English instead of waiting; their language follows when it has loaded. A page that a server
 * renders cannot change later, so a server waits.
 */
const WAIT_MS = 2000;

/** `absent`: could not be loaded; retried with the next element. */
type LoadState = Messages | 'loading' | 'late' | 'absent';

const catalogs: Readonly<Record<string, Catalog>> = CATALOGS;
/** The other subjects are added by the elements that use them, so none is missing when it is needed. */
const en = { ...card } as Messages;
const progress = new Map<string, LoadState>([['en', en]]);
const overridesByTag = new Map<string, MessageOverrides>();
/** Loaded messages by the requested tag: every update of an element looks them up. */
const known = new Map<string, LoadedMessages>();
const languages = new Map<string, string>();
const listeners = new Set<() => void>();

/** Every language with its own name: `['de', 'Deutsch']`. */
export const LANGUAGES: readonly (readonly [tag: string, name: string])[] = [
  ['en', 'English'],
  ...Object.entries(catalogs).map(([tag, { name }]) => [tag, name] as const),
];

/**
 * Returns the catalog for a BCP 47 tag: `pt-BR` → `pt`, `zh` → `zh-Hans`; `en` by default.
 * @throws {RangeError} when it is not a language tag
 */
export function languageOf(locale: string): string {
  const found =
    languages.get(locale) ?? (isEnglish(locale) ? 'en' : (matching(locale, Object.keys(catalogs)) ?? 'en'));
  languages.set(locale, found);
  return found;
}

/** The messages of an element; English unless they are `ready`. */
export interface LoadedMessages {
  readonly m: Messages;
  /** `loading`: for at most two seconds. `absent`: late, or failed to load. */
  readonly state: 'ready' | 'loading' | 'absent';
}

/**
 * Returns the messages for a BCP 47 tag, and starts loading them if necessary.
 * @throws {RangeError} when it is not a language tag
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

/** Adds messages that a page does not load at first to those of a language that has loaded. */
export function addMessages(language: string, words: Partial<Messages>): void {
  const base = progress.get(language);
  if (typeof base !== 'object' || Object.keys(words).every((key) => Object.hasOwn(base, key))) return;
  Object.assign(base, words);
  resetCache();
}

export function addEnglishMessages(words: Partial<Messages>): void {
  addMessages('en', words);
}

/** Adds the shop's overrides. @param tag a BCP 47 tag in canonical form */
export function addOverrides(tag: string, changes: MessageOverrides): void {
  overridesByTag.set(tag, mergeMessages<MessageOverrides>(overridesByTag.get(tag) ?? {}, changes));
  resetCache();
}

function resetCache(): void {
  known.clear();
  notifyListeners();
}

/** Calls back when messages have loaded, are late, or were overridden. @returns a function that stops it */
export function onMessagesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Settles when the messages of a locale have loaded, or are late or absent. @throws as `messagesFor` */
export async function loadMessages(locale: string): Promise<void> {
  while (messagesFor(locale).state === 'loading') {
    await new Promise<void>((resolve) => {
      const stop = onMessagesChange(() => {
        stop();
        resolve();
      });
    });
  }
}

/** Retries catalogs that failed to load, possibly offline. */
export function retryFailedLoads(): void {
  for (const [language, state] of progress) if (state === 'absent') progress.delete(language);
}

/** Is it a language that the shop provides? */
export function isShopLocale(locale: string): boolean {
  return rangesOf(locale).some((tag) => overridesByTag.get(tag)?.lang !== undefined);
}

/** Applies overrides for `pt` before those for `pt-BR`. */
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
  const late = 'document' in globalThis ? setTimeout(() => turn('late'), WAIT_MS) : undefined;
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
