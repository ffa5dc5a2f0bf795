import { mayBeSent } from '../../protocol/index.js';
import { acceptsNoPayment, ledgerOf } from './settlement.js';
import { unconfirmedIn } from './merge-status-reports.js';
import { withInvoice, type CheckoutRecord, type InvoiceRecord } from './record.js';
import { createHash } from 'node:crypto';
import { ProblemError } from '../base/problem-error.js';

/**
 * Whether a token or a reference of the order opens its checkout: only until the order is paid. A link may be forwarded. A person
 * who opens it later must not learn the payer's transactions and refunds, nor the checkout id, with which anyone can request a
 * refund. After the payment only the id opens the checkout. The payer's browser stores the id to find the receipt.
 */
export function opensByOrder(checkout: CheckoutRecord): boolean {
  return !acceptsNoPayment(checkout);
}

/** The viewer of an invoice that several browsers received, or a client without a claim key. No browser has this id. */
const UNCERTAIN = 'uncertain';

/** An invoice whose address is displayed for payment. The proxy must record every browser that receives the address. */
export type ShownInvoice = Pick<InvoiceRecord, 'sequence' | 'viewer'>;

/**
 * Returns the displayed invoice while the checkout requests a payment, because only then views count. A partial payment does not
 * end this: another payer may pay the rest.
 */
export function shownInvoice(record: CheckoutRecord): InvoiceRecord | null {
  const { state, invoice: displayed } = ledgerOf(record).status;
  return displayed && mayBeSent(state, { unconfirmed: unconfirmedIn(displayed.invoice) })
    ? displayed.invoice
    : null;
}

/** Returns the viewer of an address after one more browser received it: only ever `null` → a browser → `UNCERTAIN`. */
export function nextViewer(viewer: string | null, browser: string | null): string {
  if (browser === null) return UNCERTAIN;
  return viewer === null || viewer === browser ? browser : UNCERTAIN;
}

/**
 * Returns the checkout after a browser received its displayed address. A later refund request is proven only if no other browser
 * received the address while the checkout requested a payment.
 * @param browser see `browserOfKey`; `null`: a client without a key
 */
export function withView(record: CheckoutRecord, browser: string | null): CheckoutRecord {
  const invoice = shownInvoice(record);
  if (!invoice) return record;
  const viewer = nextViewer(invoice.viewer, browser);
  return viewer === invoice.viewer ? record : withInvoice(record, { ...invoice, viewer });
}

const CLAIM_KEY = /^[\w-]{43}$/;

/**
 * Returns the id of the browser that has a claim key: the SHA-256 of the key in Base64url. The id is not a secret: only the key
 * proves a claim, and the store contains no key.
 * @returns `null` without a key
 * @throws {ProblemError} `invalid_request` if the key is malformed
 */
export function browserOfKey(claimKey: string | null): string | null {
  if (claimKey === null) return null;
  if (!CLAIM_KEY.test(claimKey))
    throw new ProblemError(
      'invalid_request',
      'claimKey is invalid. Send 43 random characters of Base64url, or leave it out.',
    );
  return createHash('sha256').update(claimKey).digest('base64url');
}
