const CONTAINERS = /^crypto-(?:checkout|currency-picker|deposit|payment-panel|receipt)$/;

/**
 * Is the element not inside another element of this package? A `<crypto-checkout-button>` does not count: the events of
 * its checkout leave the button.
 */
export function isOutermost(element: Element): boolean {
  const root = element.getRootNode();
  return !(root instanceof ShadowRoot && CONTAINERS.test(root.host.localName));
}
