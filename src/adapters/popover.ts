import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';

/**
 * Keeps `popover` below `anchor`, above it if there is more room, or over it if there is room for neither.
 * @param place places the top left corner of the popover, in CSS pixels of the viewport
 * @returns a function that stops it
 */
export function positionPopover(
  anchor: Element,
  popover: HTMLElement,
  place: (x: number, y: number) => void,
): () => void {
  return autoUpdate(anchor, popover, () => {
    void computePosition(anchor, popover, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8, crossAxis: true })],
    }).then(({ x, y }) => place(x, y));
  });
}
