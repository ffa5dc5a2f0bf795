import { isServer } from 'lit';
import type { SessionProblem } from '../../checkout/session.js';
import type { Appearance } from '../../styles/appearance.js';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether the page is on the developer's own machine. */
export const isDevelopment = !isServer && LOOPBACK.test(location.hostname);

/** The element that contains this one in its shadow root; `null` if a page wrote this one. */
function wrapperOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && root.host.localName.startsWith('crypto-') ? root.host : null;
}

/** Warns in the name of the element that the page wrote, also about an element inside it. */
export function warnDeveloper(element: Element, text: string): void {
  const wrapper = wrapperOf(element);
  if (wrapper) warnDeveloper(wrapper, text);
  // eslint-disable-next-line no-console -- the one place of the elements that speaks to developers
  else console.warn(`<${element.localName}>: ${text}`);
}

// If the texts cannot be loaded, the network log of the browser says as much.
const loadTexts = () => import('./developer-warnings.js').catch(() => null);

/** Says what the developer can do about a problem, unless the screen explains it. */
export async function warnAbout(element: Element, problem: SessionProblem, endpoint: string): Promise<void> {
  const warning = (await loadTexts())?.warningFor(problem, endpoint);
  if (warning) warnDeveloper(element, warning);
}

/** About a wrong value of these the proxy's response says more. */
const PROXY_CHECKS = ['order', 'checkout', 'customer', 'endpoint'];

const checked = new Set<string>();

/** Says once, in development, that the value of an attribute, or of its property, is not understood. */
export async function checkAttribute(element: Element, name: string, value: unknown): Promise<void> {
  const attribute = `${element.localName} ${name}=${String(value)}`;
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || !value || PROXY_CHECKS.includes(name) || checked.has(attribute)) return;
  checked.add(attribute);
  const warning = (await loadTexts())?.warningForAttribute(element.localName, name, String(value));
  if (warning && !wrapperOf(element)) warnDeveloper(element, warning);
}

/** Says once, in development, which names and values of an appearance are not understood. */
export async function checkAppearance(element: Element, appearance: Appearance | null): Promise<void> {
  if (!appearance || wrapperOf(element)) return;
  for (const warning of (await loadTexts())?.warningsForAppearance(appearance) ?? []) {
    if (checked.has(warning)) continue;
    checked.add(warning);
    warnDeveloper(element, warning);
  }
}
