import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';

/** Where the popover's top left corner belongs, in CSS pixels of the viewport. */
export type PlacePopover = (x: number, y: number) => void;

/**
 * Keeps `popover` below `anchor`, above it where there is more room, and over it where there is too little for both,
 * until the returned function is called.
 */
export function positionPopover(anchor: Element, popover: HTMLElement, place: PlacePopover): () => void {
  return autoUpdate(anchor, popover, () => {
    void computePosition(anchor, popover, {
      strategy: 'fixed',
      placement: 'bottom-start',
      middleware: [offset(4), flip({ padding: 8 }), shift({ padding: 8, crossAxis: true })],
    }).then(({ x, y }) => place(x, y));
  });
}
