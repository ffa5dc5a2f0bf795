const CONTAINERS = /^crypto-(?:checkout|currency-picker|deposit|payment-panel|receipt)$/;

/**
 * Returns whether no other element of this package contains the element. A `<crypto-checkout-button>` does not count: the events
 * of its checkout leave the button.
 */
export function isOutermost(element: Element): boolean {
  // Not by the class `ShadowRoot`, which a server renderer does not have.
  const { host }: Node & Partial<Pick<ShadowRoot, 'host'>> = element.getRootNode();
  return !(host && CONTAINERS.test(host.localName));
}
