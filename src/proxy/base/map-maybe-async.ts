/** A value, or the promise of one: a value that is known without waiting must not cost a turn of the event loop. */
export type MaybeAsync<T> = T | Promise<T>;

/** Applies `next` to a value: immediately if it is known, otherwise when its promise resolves. */
export function mapMaybeAsync<T, R>(value: MaybeAsync<T>, next: (value: T) => MaybeAsync<R>): MaybeAsync<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns the result of `work`. If it throws or rejects, returns the result of `recover` for the error. */
export function catchMaybeAsync<T>(work: () => MaybeAsync<T>, recover: (error: unknown) => T): MaybeAsync<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
