const CONTAINERS = /^crypto-(?:checkout|currency-picker|deposit|payment-panel|receipt)$/;

/**
 * Does the element stand in a page of its own, not inside another element of this family? A `<crypto-checkout-button>`
 * is only the door to its checkout and says nothing itself: what the checkout tells leaves the button by itself.
 */
export function isOutermost(element: Element): boolean {
  const root = element.getRootNode();
  return !(root instanceof ShadowRoot && CONTAINERS.test(root.host.localName));
}
