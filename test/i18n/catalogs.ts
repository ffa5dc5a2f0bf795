import { en } from '../../src/i18n/en.js';
import type { Messages } from '../../src/i18n/en.js';
import { BROWSER_WALLET_CATALOGS } from '../../src/i18n/browser-wallet/catalogs.js';
import { paymentPage as englishPage } from '../../src/i18n/en/payment-page.js';
import { PAYMENT_PAGE_CATALOGS } from '../../src/i18n/payment-page/catalogs.js';
import { REFUND_CATALOGS } from '../../src/i18n/refund/catalogs.js';
import { CATALOGS } from '../../src/i18n/languages.js';

export type Sentence = string | ((...values: (string | number)[]) => string);

type Catalogs = readonly (readonly [tag: string, messages: Messages])[];

let loading: Promise<Catalogs> | undefined;

/** Returns every catalog with its tag, English first. Loads them once for all test files of a process. */
export const everyCatalog = (): Promise<Catalogs> => (loading ??= load());

async function load(): Promise<Catalogs> {
  const others = Object.entries(CATALOGS).map(async ([tag, { load }]) => {
    const language = tag as keyof typeof CATALOGS;
    const [{ browserWallet }, { paymentPage }, { refund }] = await Promise.all([
      BROWSER_WALLET_CATALOGS[language](),
      PAYMENT_PAGE_CATALOGS[language](),
      REFUND_CATALOGS[language](),
    ]);
    return [tag, { ...(await load()), browserWallet, paymentPage, refund }] as const;
  });
  return [['en', { ...en, paymentPage: englishPage }], ...(await Promise.all(others))];
}

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
