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
    'crypto-merchant-count': CryptoMerchantCountEvent;
  }
}
