import { en } from '../../src/i18n/en.js';
import type { Messages } from '../../src/i18n/en.js';
import { LANGUAGE_NAMES } from '../../src/locales/compiled/languages.js';
import { catalogs as pages } from '../../src/locales/compiled/payment-page/catalogs.js';
import { messages as englishPage } from '../../src/locales/compiled/payment-page/en.js';
import { catalogs as payers } from '../../src/locales/compiled/payer/catalogs.js';
import { catalogs as refunds } from '../../src/locales/compiled/refunds/catalogs.js';
import { catalogs as staff } from '../../src/locales/compiled/staff/catalogs.js';
import { catalogs as wallets } from '../../src/locales/compiled/wallets/catalogs.js';
import type { MerchantMessages } from '../../src/merchant/parts/messages.js';

export type Sentence = string | ((...values: (string | number)[]) => string);

type Catalogs<T> = readonly (readonly [tag: string, messages: T])[];

const TAGS = Object.keys(LANGUAGE_NAMES);

async function messagesOf<T>(
  catalogs: Readonly<Record<string, () => Promise<{ readonly messages: T }>>>,
  tag: string,
): Promise<T> {
  const module = await catalogs[tag]?.();
  if (!module) throw new Error(`There is no catalog for ${tag}.`);
  return module.messages;
}

let loading: Promise<Catalogs<Messages>> | undefined;

/** Returns every catalog for payers with its tag, English first. Loads them once for all test files of a process. */
export const everyCatalog = (): Promise<Catalogs<Messages>> => (loading ??= load());

async function load(): Promise<Catalogs<Messages>> {
  const others = TAGS.map(async (tag) => {
    const [payer, browserWallet, refund, paymentPage] = await Promise.all([
      messagesOf(payers, tag),
      messagesOf(wallets, tag),
      messagesOf(refunds, tag),
      messagesOf(pages, tag),
    ]);
    return [tag, { lang: tag, ...payer, browserWallet, refund, paymentPage }] as const;
  });
  return [['en', { ...en, paymentPage: englishPage }], ...(await Promise.all(others))];
}

/** Returns every catalog for the staff but the English one, with its tag. */
export const everyStaffCatalog = (): Promise<Catalogs<MerchantMessages>> =>
  Promise.all(TAGS.map(async (tag) => [tag, { lang: tag, ...(await messagesOf(staff, tag)) }] as const));

/** Every message by its path: `problem.link.title`. */
export function sentencesOf(group: object, path = ''): ReadonlyMap<string, Sentence> {
  const found = new Map<string, Sentence>();
  for (const [key, value] of Object.entries(group) as [string, Sentence | object][]) {
    if (typeof value === 'object')
      sentencesOf(value, `${path}${key}.`).forEach((each, at) => found.set(at, each));
    else found.set(`${path}${key}`, value as Sentence);
  }
  return found;
}

/** Where English takes numbers; everything else is text. */
export const COUNTS: Readonly<Record<string, readonly number[]>> = {
  'networkCount': [0],
  'shopAccepts': [0, 1],
  'matches': [0, 1],
  'exchange.tooManyDecimals': [1],
  'minutesLeft': [0],
  'secondsLeft': [0],
  'returning': [0],
  'moreTransactions': [0],
  'detected.minutes': [0, 1],
};

/** How a language may write a number: bare, or with its own digits. */
export function spellings(count: number, tag: string): readonly string[] {
  return [String(count), new Intl.NumberFormat(tag).format(count)];
}
