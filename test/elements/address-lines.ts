import { expect } from '@open-wc/testing';

/** Expects the longest line of an address to end at the right edge of its field. @param lines their number, if it matters */
export function expectAtTheRight(groups: Element, lines?: number): void {
  const field = groups.parentElement;
  if (!field) throw new Error('The address has no field');
  const boxes = [...groups.children].map(boxOfText);
  const edge = field.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(field).paddingRight);
  expect(edge - Math.max(...boxes.map(({ right }) => right))).to.be.within(-1, 2);
  if (lines !== undefined) expect(new Set(boxes.map(({ top }) => Math.round(top))).size).to.equal(lines);
}

/** A group may be wider than its letters. */
function boxOfText(group: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(group);
  return range.getBoundingClientRect();
}

/** Expects the lines of an address to begin below each other, and to be at the right edge of a right-to-left card. */
export function expectLinesAtTheRight(groups: Element): void {
  const boxes = [...groups.children].map((group) => group.getBoundingClientRect());
  const starts = boxes.filter(({ left }, index) => index === 0 || left < (boxes[index - 1]?.left ?? 0));
  expect(starts.length, 'there are several lines').to.be.greaterThan(1);
  expect(new Set(starts.map(({ left }) => Math.round(left))).size, 'they begin below each other').to.equal(1);
  const { right } = groups.getBoundingClientRect();
  const gap = right - Math.max(...boxes.map((box) => box.right));
  const [first] = boxes;
  // A line wraps where the next group and the space before it do not fit.
  expect(gap, 'no further group fits into the longest line').to.be.lessThan((first?.width ?? 0) * 1.25);
}
