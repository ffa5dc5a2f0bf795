import { CatalogLoader, type Loaded, notifyMessagesChange, onMessagesChange } from './catalog-loader.js';
import { mergeMessages, type MessageOverrides, type ResolvedOverrides } from './overrides.js';
import { LANGUAGE_NAMES } from '../locales/compiled/languages.js';
import { catalogs } from '../locales/compiled/payer/catalogs.js';
import { card } from '../locales/compiled/payer/en/card.js';
import { isolating } from './isolate.js';
import type { Messages } from './en.js';
import { phrasing } from './phrases.js';
import { directionOf, isEnglish, matching, rangesOf } from './language-tags.js';

export { onMessagesChange, retryFailedLoads } from './catalog-loader.js';
export { directionOf } from './language-tags.js';
export type { MessageOverrides, Messages };
export type LoadedMessages = Loaded<Messages>;

/** The messages that few payers need, by their key in `Messages`. */
type Subject = 'browserWallet' | 'refund';
/** The compiled modules by language. */
type Catalogs<T> = Readonly<Record<string, () => Promise<{ readonly messages: T }>>>;

/** The other English messages are added by the elements that use them, so none is missing when it is needed. */
const en = { lang: 'en', ...card } as Messages;
const base = new CatalogLoader<Messages>(en, (language) =>
  catalogs[language]?.().then(({ messages }) => ({
    lang: language,
    ...phrasing(messages, language),
  })),
);
const subjects = new Map<Subject, CatalogLoader<Partial<Messages>>>();
const overridesByTag = new Map<string, ResolvedOverrides>();
/** Loaded messages by the requested tag: every update of an element looks them up. */
const known = new Map<string, LoadedMessages>();
const languages = new Map<string, string>();

onMessagesChange(() => known.clear());

/**
 * Every language with its own name: `['de', 'Deutsch']`, in the order of a menu.
 *
 * Which one a visitor reads is decided in four steps. `controllers/page-locale.ts` finds the locale of the page: the attribute of the
 * element, the nearest `lang`, then the browser. `crypto-checkout/language.ts` replaces it by the language that the payer has chosen
 * before. `languageOf` finds the catalog for that tag, as `language-tags.ts` compares tags. `messagesFor` applies the messages of the
 * shop, and English until the catalog has loaded.
 *
 * The payment page has no `lang` before it is rendered. There, `pageLocale` in `render/markup/locale.ts` takes the chosen
 * `?locale=`, then the `Accept-Language` that `proxy/http/payment-page-handlers.ts` reads.
 */
export const LANGUAGES: readonly (readonly [tag: string, name: string])[] = [
  ['en', 'English'],
  ...Object.entries(LANGUAGE_NAMES),
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

/**
 * Returns the messages for a BCP 47 tag, and starts loading them if necessary.
 * @throws {RangeError} when it is not a language tag
 */
export function messagesFor(locale: string): LoadedMessages {
  const found = known.get(locale);
  if (found) return found;
  const language = catalogOf(locale);
  const { m, state } = base.get(language);
  const others = [...subjects.values()].map((subject) => subject.get(language).m);
  if (state !== 'ready') return { m: messagesFor('en').m, state };
  const whole = others.reduce<Messages>((all, other) => ({ ...all, ...other }), m);
  const messages: LoadedMessages = { m: withOverrides(locale, language, whole), state };
  known.set(locale, messages);
  return messages;
}

/** Loads the messages of a further subject too, from now on. */
export function addSubject<Name extends Subject>(
  name: Name,
  own: Catalogs<NonNullable<Messages[Name]>>,
): void {
  if (subjects.has(name)) return;
  const request = (language: string) =>
    own[language]?.().then(({ messages }): Partial<Messages> => ({ [name]: phrasing(messages, language) }));
  subjects.set(name, new CatalogLoader<Partial<Messages>>({}, request));
  notifyMessagesChange();
}

export function addEnglishMessages(words: Partial<Messages>): void {
  if (Object.keys(words).every((key) => Object.hasOwn(en, key))) return;
  Object.assign(en, words);
  notifyMessagesChange();
}

/** Adds the shop's overrides. @param tag a BCP 47 tag in canonical form */
export function addOverrides(tag: string, changes: ResolvedOverrides): void {
  overridesByTag.set(tag, mergeMessages<ResolvedOverrides>(overridesByTag.get(tag) ?? {}, changes));
  notifyMessagesChange();
}

/** Settles when the messages of a locale have loaded, or are late or absent. @throws as `messagesFor` */
export async function loadMessages(locale: string): Promise<void> {
  const language = catalogOf(locale);
  await Promise.all([base, ...subjects.values()].map((loader) => loader.load(language)));
}

/** The messages of the shop's own language are based on English. */
function catalogOf(locale: string): string {
  return isShopLocale(locale) ? 'en' : languageOf(locale);
}

/** Is it a language that the shop provides? */
export function isShopLocale(locale: string): boolean {
  return overriddenRanges(locale).some((tag) => overridesByTag.get(tag)?.lang !== undefined);
}

/** Returns the ranges with overrides, but none in another script: those for `zh`, which is `zh-Hans`, are none for `zh-TW`. */
function overriddenRanges(locale: string): readonly string[] {
  return rangesOf(locale).filter((tag) => overridesByTag.has(tag) && languageOf(tag) === languageOf(locale));
}

/** Applies overrides for `pt` before those for `pt-BR`. */
function withOverrides(locale: string, language: string, base: Messages): Messages {
  const m = [...new Set([language, ...overriddenRanges(locale)])]
    .flatMap((tag) => overridesByTag.get(tag) ?? [])
    .reduce<Messages>((m, own) => mergeMessages(m, phrasing(own, own.lang ?? m.lang)), base);
  return directionOf(m.lang) === 'rtl' ? isolating(m) : m;
}
