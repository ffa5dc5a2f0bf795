import { isServer } from 'lit';

/** Returns the focused element, through shadow roots. */
export function focused(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/**
 * Returns the focused element in the shadow root of an element: its `activeElement`, which throws in happy-dom if the focus is in another
 * shadow root.
 */
export function focusedIn(host: Element): Element | null {
  if (isServer) return null;
  let element = document.activeElement;
  while (element && element !== host) element = element.shadowRoot?.activeElement ?? null;
  return element?.shadowRoot?.activeElement ?? null;
}

/** Returns the controls that Tab reaches in an element, in the order of the screen: through shadow trees and slots. */
export function tabStopsIn(element: Element): readonly HTMLElement[] {
  return childrenOf(element).flatMap((child) => (isTabStop(child) ? [child] : tabStopsIn(child)));
}

/** In the flat tree. */
function childrenOf(element: Element): readonly Element[] {
  if (element.shadowRoot) return [...element.shadowRoot.children];
  const assigned = element instanceof HTMLSlotElement ? element.assignedElements() : [];
  return assigned.length > 0 ? assigned : [...element.children];
}

function isTabStop(element: Element): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    !element.shadowRoot &&
    element.tabIndex >= 0 &&
    !element.matches(':disabled') &&
    // jsdom, in unit tests, has no layout.
    (!('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true }))
  );
}
