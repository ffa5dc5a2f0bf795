// The size of what a pointer can press, measured as WCAG 2.2 defines it (2.5.8).
import { everything, words } from './checkout-fixture.js';

/** In CSS px: the side of the square that a target holds, and the diameter of the circle around a smaller target. */
const LEAST = 24;
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=option]';

/** The slot, the parent, or the element whose shadow tree begins here. */
function shownIn(node: Node): Node | null {
  const slot = node instanceof Element ? node.assignedSlot : null;
  return slot ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
}

function isIn(node: Node, outer: Element): boolean {
  for (let each: Node | null = node; each; each = shownIn(each)) if (each === outer) return true;
  return false;
}

/** The innermost element at a point of the window. */
function elementAt(x: number, y: number): Element | null {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner: Element | null = found?.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (!inner || inner === found) return found;
    found = inner;
  }
}

/** Everything below `root` that a pointer can press. A label is pressed for its control. */
export function targetsIn(root: Element): readonly Element[] {
  const shown = everything(root).filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const targets = shown
    .filter((each) => each.matches(CONTROLS) || looksPressable(each))
    .map((each) => each.closest('label') ?? each);
  // Behind an open dialog nothing can be pressed.
  const dialogs = shown.filter((each) => each.matches(':modal'));
  return [...new Set(targets)].filter((each) => dialogs.every((dialog) => isIn(each, dialog)));
}

/** Whether the pointer becomes a hand at its edge, and no control inside is the reason. */
function looksPressable(element: Element): boolean {
  if (element.querySelector(CONTROLS)) return false;
  const hasHand = (each: Element) => getComputedStyle(each).cursor === 'pointer';
  const parent = shownIn(element);
  const outer = parent instanceof ShadowRoot ? parent.host : parent;
  return hasHand(element) && outer instanceof Element && !hasHand(outer);
}

function middleOf(target: Element): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = target.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Whether presses reach the target all over a square in the middle of its box. */
function holdsSquare(target: Element): boolean {
  const { x, y } = middleOf(target);
  const steps = [-1, 0, 1].map((side) => side * (LEAST / 2 - 0.5));
  const hits = steps.flatMap((right) => steps.map((down) => elementAt(x + right, y + down)));
  return hits.every((hit) => hit !== null && isIn(hit, target));
}

/** A link among the words of a sentence is as high as their line. */
function isInSentence(target: Element): boolean {
  const beside = [...(target.parentNode?.childNodes ?? [])].filter((node) => node instanceof Text);
  return getComputedStyle(target).display === 'inline' && beside.some(({ data }) => words(data) !== '');
}

function distance(target: Element, { x, y }: { readonly x: number; readonly y: number }): number {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The targets that are too small for where they are, each with its size. */
export function tooSmallIn(root: Element): readonly string[] {
  const targets = targetsIn(root);
  const bringIntoView = (target: Element) => target.scrollIntoView({ block: 'center', inline: 'nearest' });
  const small = targets.filter((target) => {
    bringIntoView(target);
    return !holdsSquare(target) && !isInSentence(target);
  });
  const isCrowded = (target: Element) => {
    bringIntoView(target);
    const middle = middleOf(target);
    return targets.some((other) => {
      if (other === target) return false;
      const { x, y } = middleOf(other);
      const doCirclesMeet = small.includes(other) && Math.hypot(x - middle.x, y - middle.y) < LEAST;
      return doCirclesMeet || distance(other, middle) < LEAST / 2;
    });
  };
  return small.filter(isCrowded).map((target) => {
    const { width, height } = target.getBoundingClientRect();
    return `${target.getAttribute('aria-label') ?? words(target.textContent ?? '')}: ${width} by ${height}`;
  });
}
