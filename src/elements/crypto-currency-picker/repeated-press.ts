/** Two presses within this time count as one; browsers count mouse clicks themselves. */
const DOUBLE_PRESS_MS = 500;

/**
 * Is it the second half of a double click or tap, or a repeated key? It would select a row that the payer has not seen.
 * @param cameAtMs when the rows came, by the clock of events
 */
export function isRepeatedPress(event: UIEvent, cameAtMs: number): boolean {
  const isSoon = event.timeStamp - cameAtMs < DOUBLE_PRESS_MS;
  if (event instanceof KeyboardEvent) return event.repeat || isSoon;
  const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
  return event.detail > 1 || (isFinger && isSoon);
}
