import { createHash } from 'node:crypto';
import type { ReviewReason } from '../../src/proxy/webhooks.js';
import { DEPOSITOR } from './settings.js';

/** Replaces a field in the text of an entry. Parsing the entry would lose digits of its amounts. */
const FALSE_FIELDS = {
  order: ['order_mismatch', (entry) => entry.replace(/"order_id":"[^"]*"/, '"order_id":"of-another-order"')],
  price: ['price_mismatch', (entry) => entry.replace(/"amount_in_fiat":[\d.]+/, '"amount_in_fiat":1.01')],
  type: ['unexpected_withdrawal', (entry) => entry.replace('"type":"up"', '"type":"dw"')],
  currency: [
    'currency_mismatch',
    (entry) => entry.replace(/"code":"\w+","fullcode":"\w+"/, '"code":"DOGE","fullcode":"DOGE"'),
  ],
  address: ['address_changed', (entry) => entry.replace(/"address":"[^"]*"/, '"address":"of-an-attacker"')],
} as const satisfies Record<string, readonly [ReviewReason, (entry: string) => string]>;

type FalseField = keyof typeof FALSE_FIELDS;

/** The fields of invoices that contradict their orders from the start, and their share. */
const LASTING: readonly FalseField[] = ['order', 'price', 'type', 'currency'];
const LASTING_PERCENT = 2;
/** Contradictions in the responses of a few seconds, and their share of the entries. */
const PASSING: readonly (FalseField | 'twice')[] = [...LASTING, 'address', 'twice'];
const PASSING_PERCENT = 3;
const PASSING_MS = 4000;

/** Returns why this invoice requires a review, because the service never describes it as ordered; otherwise `null`. */
export function lastingContradiction(invoiceId: string): ReviewReason | null {
  const field = pick(invoiceId, LASTING, LASTING_PERCENT);
  return field && FALSE_FIELDS[field][0];
}

/**
 * Returns the text of an information response in which some invoices contradict their orders, as paid in full, or have
 * another address, or appear twice, once without their money.
 */
export function contradict(answer: string, nowMs: number, hasPassing: boolean): string {
  return entriesOf(answer).reduce((text, entry) => {
    const id = /"uuid":"([^"]*)"/.exec(entry)?.[1] ?? '';
    const lasting = pick(id, LASTING, LASTING_PERCENT);
    const window = `${id} ${Math.floor(nowMs / PASSING_MS)}`;
    const field = lasting ?? (hasPassing ? pick(window, PASSING, PASSING_PERCENT) : null);
    if (field === null) return text;
    if (field === 'twice') return text.replace(entry, () => `${entry},${withoutMoney(entry)}`);
    const claim = field === 'address' ? entry : asPaid(entry);
    return text.replace(entry, () => FALSE_FIELDS[field][1](claim));
  }, answer);
}

/** Returns the entries of orders: a deposit has no order to contradict. */
function entriesOf(answer: string): readonly string[] {
  return answer
    .split(/(?<=\}),(?=\{"uuid":)|(?<="result":\[)|(?<=\})(?=\]\})/)
    .filter((part) => part.startsWith('{"uuid":') && !part.includes(`"order_id":"${DEPOSITOR}`));
}

function asPaid(entry: string): string {
  const [, due = '0'] = /"amount_to_pay":([\d.e-]+)/.exec(entry) ?? [];
  return entry
    .replace(/"status":"\w+"/, '"status":"paid"')
    .replace(/"amount_paid":[\d.e-]+/, `"amount_paid":${due}`);
}

function withoutMoney(entry: string): string {
  return entry
    .replace(/"status":"\w+"/, '"status":"created"')
    .replace(/"amount_paid":[\d.e-]+/, '"amount_paid":0.0')
    .replace(/"tx_list":\[[^\]]*\]/, '"tx_list":[]');
}

/** Selects one of the list, or `null`, by a hash: every process selects the same. */
function pick<T>(text: string, list: readonly T[], percent: number): T | null {
  const number = createHash('sha256').update(text).digest().readUInt32BE();
  return number % 100 < percent ? (list[Math.floor(number / 100) % list.length] ?? null) : null;
}
