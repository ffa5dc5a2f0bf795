const CONTAINERS = /^crypto-(?:checkout|checkout-button|currency-picker|deposit|payment-panel|receipt)$/;

/** Does the element stand in a page of its own, not inside another element of this family? */
export function isOutermost(element: Element): boolean {
  const root = element.getRootNode();
  return !(root instanceof ShadowRoot && CONTAINERS.test(root.host.localName));
}
