/** Two presses within that are one of an impatient hand; browsers count those of a mouse. */
const DOUBLE_PRESS_MS = 500;

/**
 * The second half of a double click, tap or press of a key, or a key that is held down: it would choose a row that
 * nobody has seen.
 * @param cameAtMs when the rows came, by the clock of events
 */
export function isRepeatedPress(event: UIEvent, cameAtMs: number): boolean {
  const isSoon = event.timeStamp - cameAtMs < DOUBLE_PRESS_MS;
  if (event instanceof KeyboardEvent) return event.repeat || isSoon;
  const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
  return event.detail > 1 || (isFinger && isSoon);
}
