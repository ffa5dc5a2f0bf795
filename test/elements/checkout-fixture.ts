import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import { loadIcons } from '../../src/adapters/coin-icon.js';
import type { SessionSnapshot } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { stopMotion } from './browser-engine.js';
import { ScriptedSession } from '../../stories/scripted-session.js';

before(stopMotion);

export interface Card {
  readonly element: CryptoCheckout;
  readonly session: ScriptedSession;
}

/** A checkout in a page, over a scripted session. */
export async function openCard(
  snapshot: SessionSnapshot,
  attributes: Record<string, string> = {},
): Promise<Card> {
  const session = new ScriptedSession(snapshot);
  const element = Object.assign(document.createElement('crypto-checkout'), { session });
  for (const [name, value] of Object.entries({ locale: 'en-GB', ...attributes }))
    element.setAttribute(name, value);
  await fixture(html`${element}`);
  await settled(element);
  return { element, session };
}

/** Waits until the element and those inside it have drawn themselves, and the drawings have loaded. */
export async function settled(element: Element): Promise<void> {
  await loadIcons();
  for (let round = 0; round < 3; round += 1) {
    for (const each of [element, ...everything(element)]) {
      if ('updateComplete' in each) await each.updateComplete;
    }
  }
}

/** Every element in the shadow trees below `root`, nested ones included. */
export function everything(root: Element): readonly Element[] {
  const own = [...(root.shadowRoot?.querySelectorAll('*') ?? [])];
  return own.flatMap((element) => [element, ...everything(element)]);
}

export function all(root: Element, selector: string): readonly HTMLElement[] {
  return everything(root).filter(
    (element): element is HTMLElement => element instanceof HTMLElement && element.matches(selector),
  );
}

/** The only element that matches, at any depth. @throws if there is none or more than one */
export function one(root: Element, selector: string): HTMLElement {
  const found = all(root, selector);
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${found.length} elements match ${selector}`);
  return first;
}

/** The button or link with this name. */
export function control(root: Element, name: string): HTMLElement {
  const found = all(root, 'button, a[href]').filter((element) => nameOf(element) === name);
  const [first] = found;
  if (!first)
    throw new Error(
      `There is no control named "${name}": ${all(root, 'button, a[href]').map(nameOf).join(', ')}`,
    );
  return first;
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? words(element.innerText);
}

/** Within a sentence: stays in one line, or is not translated. */
const PART = '.whole, span[translate=no]';

/** All visible text, in one line. */
export function shown(root: Element): string {
  const texts = everything(root)
    .filter((element) => !element.matches(`style, svg, path, ${PART}`))
    .map(ownText);
  return words(texts.join(' '));
}

/** The text between the children of an element, with the parts of its sentences. */
function ownText(element: Element): string {
  const textOf = (node: Node) => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element)) return '';
    return node.matches(PART) ? node.textContent : ' ';
  };
  return [...element.childNodes].map(textOf).join('');
}

export function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text of the only live region. */
export function said(root: Element): string {
  return words(one(root, '[role=status]').textContent ?? '');
}

/** Time that a copy button shows its result. */
export const COPIED_MS = 4000;

/** Holds timers with this delay, to be run manually, in the order of their creation. */
export function holdTimers(ms: number) {
  const { setTimeout: set, clearTimeout: clear } = window;
  const held = new Map<number, () => void>();
  // The ids of the browser are above 0.
  let lastId = 0;
  const hold = (work: () => void, delayMs?: number) => {
    if (delayMs !== ms) return set(work, delayMs);
    lastId -= 1;
    held.set(lastId, work);
    return lastId;
  };
  const drop = (id = 0) => held.delete(id) || clear(id);
  Object.assign(window, { setTimeout: hold, clearTimeout: drop });
  return {
    runNext: () => {
      const [id = 0] = held.keys();
      const work = held.get(id);
      held.delete(id);
      work?.();
    },
    restore: () => Object.assign(window, { setTimeout: set, clearTimeout: clear }),
  };
}

/** Records every event of these types on the document, as a page would. */
export function hear(...types: readonly string[]): { readonly events: Event[]; readonly stop: () => void } {
  const events: Event[] = [];
  const listener = (event: Event) => events.push(event);
  for (const type of types) document.addEventListener(type, listener);
  return { events, stop: () => types.forEach((type) => document.removeEventListener(type, listener)) };
}

/** The clipboard after this text was selected and copied. */
export function copiedFrom(element: Element): string {
  const event = new ClipboardEvent('copy', {
    ...{ bubbles: true, cancelable: true },
    clipboardData: new DataTransfer(),
  });
  element.dispatchEvent(event);
  if (!event.defaultPrevented) throw new Error('The browser copies what is shown');
  // Firefox makes a DataTransfer of its own.
  return event.clipboardData?.getData('text/plain') ?? '';
}

/** Replaces the browser's clipboard by `clipboard`; the returned function restores it. */
export function replaceClipboard(clipboard: Partial<Clipboard> | undefined): () => void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  return () => Reflect.deleteProperty(navigator, 'clipboard');
}
