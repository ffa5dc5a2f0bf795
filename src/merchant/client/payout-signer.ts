import { plainAmount, type CurrencyCode } from '../../payment/index.js';
import type { Payout, RefundLink } from '../../protocol/index.js';
import { SignedOutError } from './session-token.js';

/** What a person proposes. */
export interface PayoutProposal {
  readonly currency: CurrencyCode;
  readonly address: string;
  /** Exact decimal text in the coin. */
  readonly amount: string;
  readonly purpose: string | null;
  /** The refund that the payout pays. */
  readonly refund?: RefundLink;
}

/**
 * What the shop's server signs for the person who is signed in there: a proposal with `createPayoutProposal`, or the approval of a
 * digest with `createPayoutApproval`.
 */
export type PayoutSigning =
  | ({ readonly kind: 'proposal' } & PayoutProposal)
  | { readonly kind: 'approval'; readonly digest: string };

/** Returns the token that the shop's server has signed. */
export type PayoutSigner = (signing: PayoutSigning) => Promise<string>;

const TIMEOUT_MS = 15_000;

/** Returns a signer that calls a URL of the shop: it sends a POST with JSON and the shop's cookies, and reads the token as text. */
export function signerAt(url: string): PayoutSigner {
  return async (signing) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signing),
      credentials: 'include',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if ([401, 403].includes(response.status)) throw new SignedOutError('the shop has ended the session');
    if (!response.ok) throw new TypeError(`the URL that signs payouts answered ${response.status}`);
    return (await response.text()).trim();
  };
}

type DisplayedPayout = Pick<Payout, 'id' | 'currency' | 'address' | 'amount'>;

/**
 * Returns the digest of a payout as it is displayed, like `payoutDigest` on the server. It does not use the proxy's digest, so a
 * person approves exactly what they have read.
 */
export async function digestOf({ id, currency, address, amount }: DisplayedPayout): Promise<string> {
  const text = JSON.stringify(['payout', id, currency, address, plainAmount(amount)]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
