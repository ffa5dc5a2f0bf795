// What is visible in a story, as text: smaller than a picture, and readable in a diff. It shows what has moved, is missing,
// or lies over something else. It shows no colors, no borders and no drawings.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * An expression for a page: a line for each visible text, drawing and field in the story and in dialogs beside it, with left,
 * top, width and height in pixels. What a scrolling or clipping element hides is not visible.
 */
export const LAYOUT = `(() => {
  const lines = [];
  const add = (box, clip, text) => {
    const [left, top] = [Math.max(box.left, clip.left), Math.max(box.top, clip.top)];
    const [width, height] = [Math.min(box.right, clip.right) - left, Math.min(box.bottom, clip.bottom) - top];
    // Texts for screen readers alone have one pixel.
    if (width > 1 && height > 1) lines.push([left, top, width, height].map(Math.round).join(' ') + ' ' + text);
  };
  const visitText = (node, clip) => {
    const text = node.data.replaceAll(/\\s+/g, ' ').trim();
    const range = document.createRange();
    range.selectNodeContents(node);
    if (text) add(range.getBoundingClientRect(), clip, text);
  };
  const page = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const visit = (node, outside) => {
    if (node instanceof Text) return visitText(node, outside);
    if (!(node instanceof Element) || node.matches('style, script')) return;
    const clip = node.matches(':modal, :popover-open') ? page : outside;
    const { display, overflow } = getComputedStyle(node);
    const box = display === 'contents' ? clip : node.getBoundingClientRect();
    if (display !== 'contents' && !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    if (node.matches('svg, img, canvas, input, textarea, select'))
      return add(box, clip, [node.localName, node.value].filter(Boolean).join(' '));
    const inside = overflow === 'visible' ? clip : {
      left: Math.max(box.left, clip.left),
      top: Math.max(box.top, clip.top),
      right: Math.min(box.right, clip.right),
      bottom: Math.min(box.bottom, clip.bottom),
    };
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    for (const child of slotted.length > 0 ? slotted : (node.shadowRoot ?? node).childNodes) visit(child, inside);
  };
  scrollTo(0, 0);
  for (const root of document.querySelectorAll('#storybook-root, body > :not([id], style, script)')) visit(root, page);
  return lines.join('\\n');
})()`;

const HEADING = /^== (.+)$/m;

/** The stored layouts of a file by their stories. */
export function readLayouts(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const [, ...parts] = readFileSync(file, 'utf8').split(HEADING);
  return new Map(
    parts.flatMap((id, index) => (index % 2 === 0 ? [[id, (parts[index + 1] ?? '').trim()] as const] : [])),
  );
}

export function writeLayouts(file: string, layouts: ReadonlyMap<string, string>): void {
  const sorted = [...layouts].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, sorted.map(([id, layout]) => `== ${id}\n${layout}\n`).join(''));
}

/** The lines that only one of two layouts has. */
export function differenceOf(expected: string, actual: string): readonly string[] {
  const only = (one: string, other: string) => {
    const lines = new Set(other.split('\n'));
    return one.split('\n').filter((line) => !lines.has(line));
  };
  return [
    ...only(expected, actual).map((line) => `- ${line}`),
    ...only(actual, expected).map((line) => `+ ${line}`),
  ];
}
