import { everything, one, words } from './checkout-fixture.js';

/** Names of the shop and of the payer may be cut; our own texts may not. */
const MAY_BE_CUT = '.shop-name, .order, .exact.cut, .cut, select, .hidden, .hidden *';

/** The boxes of the text of an element itself, line by line. */
function textBoxes(element: Element): readonly DOMRect[] {
  return [...element.childNodes].flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return node instanceof Text ? [...range.getClientRects()] : [];
  });
}

/** Every text that overflows the box, the card of a payer unless given, or its own box. */
export function cutIn(element: Element, box: Element = one(element, '.card')): readonly string[] {
  const card = box.getBoundingClientRect();
  const cut: string[] = [];
  for (const each of everything(element)) {
    if (!(each instanceof HTMLElement) || each.matches(MAY_BE_CUT) || each.closest('[popover]')) continue;
    const text = words([...each.childNodes].map((node) => (node instanceof Text ? node.data : '')).join(' '));
    if (text === '' || each.localName === 'style' || each.getClientRects().length === 0) continue;
    const style = getComputedStyle(each);
    const head = each.closest('thead') ?? each;
    if (getComputedStyle(head).clipPath !== 'none' || style.clipPath !== 'none') continue;
    if (style.visibility !== 'visible') continue;
    const button = each.closest('button, a')?.getBoundingClientRect() ?? card;
    const isOut = [...textBoxes(each), button].some(({ left, right }) => {
      const isOutOfButton = left < button.left - 0.5 || right > button.right + 0.5;
      return isOutOfButton || left < card.left - 0.5 || right > card.right + 0.5;
    });
    const isCut = style.display !== 'inline' && each.scrollWidth > each.clientWidth + 1;
    if (isOut || isCut) cut.push(`${each.localName}.${each.className}: ${text}`);
  }
  return cut;
}
