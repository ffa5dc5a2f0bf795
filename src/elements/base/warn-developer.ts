import type { SessionProblem } from '../../checkout/session.js';

/** The element that contains this one in its shadow root; `null` if a page wrote this one. */
export function wrapperOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.host.localName.startsWith('crypto-') ? root.host : null;
}

/** A page that fetches its token first renders the element without one: it has this time before the element warns. */
export const EMPTY_WARNING_MS = 3000;

/** Names the element that the page wrote, also in a warning about an element inside it. */
export function warnDeveloper(element: Element, text: string): void {
  const wrapper = wrapperOf(element);
  if (wrapper) warnDeveloper(wrapper, text);
  // eslint-disable-next-line no-console -- the one place of the elements that speaks to developers
  else console.warn(`<${element.localName}>: ${text}`);
}

/** Says what the developer can do about a problem, unless the screen explains it. */
export async function warnAbout(element: Element, problem: SessionProblem, endpoint: string): Promise<void> {
  // If the texts cannot be loaded, the network log of the browser shows it.
  const texts = await import('./developer-warnings.js').catch(() => null);
  // A `<base>` may lead elsewhere.
  const url = new URL(endpoint, document.baseURI).href;
  const warning = texts?.warningForToken(element) ?? texts?.warningFor(problem, url);
  if (warning) warnDeveloper(element, warning);
}
