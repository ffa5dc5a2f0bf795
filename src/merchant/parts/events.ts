import type { MerchantRefund } from '../../protocol/index.js';

/** Returns whether the element is inside `<crypto-merchant>`, which handles its events and dispatches its own. */
function isPart(element: Element): boolean {
  const { host }: Node & Partial<Pick<ShadowRoot, 'host'>> = element.getRootNode();
  return host?.localName === 'crypto-merchant';
}

const optionsOf = (from: Element) => ({ bubbles: true, composed: !isPart(from) });

/** A person opens a payment. Its id opens nothing for payers. */
export class CryptoMerchantOpenEvent extends Event {
  constructor(
    from: Element,
    readonly detail: { readonly payment: string },
  ) {
    super('crypto-merchant-open', optionsOf(from));
  }
}

/**
 * A person wants to pay a refund. `<crypto-merchant>` offers it if it has a signer, and proposes the payout unless the page cancels the event.
 * In the other elements, let your server sign a proposal with `createPayoutProposal`, and send it with `propose` of the client.
 */
export class CryptoMerchantRefundEvent extends Event {
  /** @internal Why `<crypto-merchant>` has not proposed the payout; empty: it has, or leaves that to the page. */
  proposal = Promise.resolve('');

  constructor(readonly detail: { readonly payment: string; readonly refund: MerchantRefund }) {
    super('crypto-merchant-refund', { bubbles: true, composed: true, cancelable: true });
  }
}

/** A person opens the payouts, because one needs them. */
export class CryptoMerchantPayoutEvent extends Event {
  constructor(
    from: Element,
    readonly detail: { readonly payout: string },
  ) {
    super('crypto-merchant-payout', optionsOf(from));
  }
}

/** The number of entries that need a person has changed. */
export class CryptoMerchantCountEvent extends Event {
  constructor(
    from: Element,
    readonly detail: { readonly count: number },
  ) {
    super('crypto-merchant-count', optionsOf(from));
  }
}

/** What staff have decided: about money or a review of a payment, or about a payer's request for a refund. */
export type StaffDecision = 'accepted' | 'dismissed' | 'refund_declined' | 'refund_checked';

/** A person has decided, and the proxy has recorded it. */
export class CryptoMerchantDecidedEvent extends Event {
  constructor(readonly detail: { readonly payment: string; readonly decision: StaffDecision }) {
    super('crypto-merchant-decided', { bubbles: true, composed: true });
  }
}

/** A person has created a refund. Somebody has to propose its payout. */
export class CryptoMerchantRefundCreatedEvent extends Event {
  constructor(readonly detail: { readonly payment: string }) {
    super('crypto-merchant-refund-created', { bubbles: true, composed: true });
  }
}

/** The proxy accepts no session of this person any more: let them sign in again. */
export class CryptoMerchantSessionEndedEvent extends Event {
  constructor() {
    super('crypto-merchant-session-ended', { bubbles: true, composed: true });
  }
}
