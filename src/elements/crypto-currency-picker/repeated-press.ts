/** Two taps within that are one of an impatient finger; browsers count those of a mouse. */
const DOUBLE_TAP_MS = 500;

/**
 * The second half of a double click or tap, or a key that is held down: it would choose a network that nobody has seen.
 * @param enteredAtMs when the networks came, by the clock of events
 */
export function isRepeated(event: UIEvent, enteredAtMs: number): boolean {
  if (event instanceof KeyboardEvent) return event.repeat;
  const isFinger = event instanceof PointerEvent && event.pointerType === 'touch';
  return event.detail > 1 || (isFinger && event.timeStamp - enteredAtMs < DOUBLE_TAP_MS);
}
