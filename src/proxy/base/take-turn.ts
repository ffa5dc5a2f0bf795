let last: Promise<unknown> = Promise.resolve();

/**
 * Resolves when it is the caller's turn. Each turn is in another round of the event loop, so that many expensive requests at once
 * delay any other by one of them, and not by all.
 */
export function takeTurn(): Promise<void> {
  const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  last = turn;
  return turn;
}
