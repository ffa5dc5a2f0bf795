import { tabStopsIn } from './focus.js';

/** The open modal dialogs of our elements with what Escape does in them, the topmost last. */
export const modalDialogs = new Map<HTMLDialogElement, () => void>();

let isListening = false;
/** Shift and Tab are being handled. */
let isTabbingBackward = false;
/** The Escape that is held down was ours: its repetitions and its release are too. */
let isEscapeOurs = false;

/**
 * Keeps events of our elements from a page that has dialogs of its own. Its libraries listen on the document: to close their dialog by
 * Escape, to keep the focus inside it, and to stop the page from scrolling. The window comes first.
 */
export function keepOwnEvents(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
  for (const type of ['wheel', 'touchmove'])
    window.addEventListener(type, onScroll, { capture: true, passive: true });
}

function onKeyDown(event: KeyboardEvent): void {
  const path = event.composedPath();
  if (isTab(event)) onTab(event, path);
  if (event.key !== 'Escape') return;
  if (event.repeat) {
    if (isEscapeOurs) consume(event);
    return;
  }
  isEscapeOurs = true;
  if (offerEscape(event, path)) consume(event);
  // The browser closes it.
  else if (hasOpenPopover(path)) event.stopImmediatePropagation();
  else if (isInModalDialog(path)) {
    // Not left to the browser: it closes two dialogs at once if the payer has pressed nothing since the first one opened.
    consume(event);
    topDialog()?.[1]();
  } else isEscapeOurs = false;
}

/** WebKitGTK has no name for the key of Shift and Tab. */
function isTab({ key, code }: KeyboardEvent): boolean {
  return key === 'Tab' || code === 'Tab';
}

function onTab(event: KeyboardEvent, path: readonly EventTarget[]): void {
  isTabbingBackward = event.shiftKey;
  setTimeout(() => (isTabbingBackward = false));
  if (isInModalDialog(path) || staysInside(path)) event.stopImmediatePropagation();
}

/** Returns where the focus enters an element: at the end if a library moves it there for Shift and Tab. */
export function entryOf(element: Element): HTMLElement | undefined {
  return tabStopsIn(element).at(isTabbingBackward ? -1 : 0);
}

function onKeyUp(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !isEscapeOurs) return;
  isEscapeOurs = false;
  event.stopImmediatePropagation();
}

function onScroll(event: Event): void {
  const [top] = topDialog() ?? [];
  if (top && event.composedPath().includes(top)) event.stopImmediatePropagation();
}

/**
 * Keeps what the payer types from the page, whose shortcuts of single keys look for a field in the target of the event: outside of a
 * shadow root that is the whole element. The page still gets Escape and Tab, for its own dialogs, shortcuts with Control or Command, and
 * every key in a field of its own in a slot.
 */
export function keepTypedKey(event: KeyboardEvent): void {
  const [field] = event.composedPath();
  const isOurs = event.target === event.currentTarget;
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement;
  if (!isOurs || !isField || event.ctrlKey || event.metaKey || event.key === 'Escape' || isTab(event)) return;
  event.stopPropagation();
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function topDialog(): readonly [HTMLDialogElement, () => void] | undefined {
  return [...modalDialogs].at(-1);
}

/** Also if nothing has the focus: the rest of the page is inert. */
function isInModalDialog(path: readonly EventTarget[]): boolean {
  const [top] = topDialog() ?? [];
  return top !== undefined && (path.includes(top) || path[0] === document.body);
}

/** A library that keeps the focus in its dialog sees one element, and would leave it with each Tab. */
function staysInside([control, ...path]: readonly EventTarget[]): boolean {
  const host = ownRoots(path).at(-1)?.host;
  const stops = host ? tabStopsIn(host) : [];
  const edge = stops.at(isTabbingBackward ? 0 : -1);
  return control !== edge && stops.some((stop) => stop === control);
}

function ownRoots(path: readonly EventTarget[]): readonly ShadowRoot[] {
  return path.filter(
    (target): target is ShadowRoot =>
      target instanceof ShadowRoot && target.host.localName.startsWith('crypto-'),
  );
}

function hasOpenPopover(path: readonly EventTarget[]): boolean {
  // jsdom, in unit tests, has none, and refuses the selector.
  if (!('popover' in HTMLElement.prototype)) return false;
  return ownRoots(path).some((root) => root.querySelector(':popover-open') !== null);
}

/**
 * Offers Escape to the handlers of our elements before the page gets it: each shadow root receives an event that does not leave it.
 * @returns whether one of them has used it, and prevented its default
 */
function offerEscape(event: KeyboardEvent, path: readonly EventTarget[]): boolean {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  return ownRoots(path).some((root) => {
    const target = path.find((one) => one instanceof Element && one.getRootNode() === root);
    // In Firefox, each KeyboardEvent leaves its shadow root, whatever `composed` says.
    const own = new Event('keydown', { bubbles: true, cancelable: true });
    return target?.dispatchEvent(Object.assign(own, { key: event.key })) === false;
  });
}
