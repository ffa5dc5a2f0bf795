import type { MerchantRefund } from '../../protocol/index.js';

/** The tag whose parts are the other elements of the staff. */
const WHOLE = 'crypto-merchant';

/** Is the element part of `<crypto-merchant>`? Its events then end there, and it sends its own. */
function isPart(element: Element): boolean {
  const { host }: Node & Partial<Pick<ShadowRoot, 'host'>> = element.getRootNode();
  return host?.localName === WHOLE;
}

const optionsOf = (from: Element) => ({ bubbles: true, composed: !isPart(from) });

/** One of the staff opens a payment. The id of a checkout is a capability: keep it on pages of the staff. */
export class CryptoMerchantOpenEvent extends Event {
  constructor(
    from: Element,
    readonly detail: { readonly checkout: string },
  ) {
    super('crypto-merchant-open', optionsOf(from));
  }
}

/**
 * One of the staff wants to pay a refund. `<crypto-merchant>` proposes the payout, if it has a signer of payouts and the page does not
 * cancel the event. Another page has its server sign a proposal with `createPayoutProposal`, and hands it in with `propose` of the
 * client.
 */
export class CryptoMerchantRefundEvent extends Event {
  constructor(readonly detail: { readonly checkout: string; readonly refund: MerchantRefund }) {
    super('crypto-merchant-refund', { bubbles: true, composed: true, cancelable: true });
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

declare global {
  interface HTMLElementEventMap {
    'crypto-merchant-open': CryptoMerchantOpenEvent;
    'crypto-merchant-refund': CryptoMerchantRefundEvent;
    'crypto-merchant-count': CryptoMerchantCountEvent;
  }
}
