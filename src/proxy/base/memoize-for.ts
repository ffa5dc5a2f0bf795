/** Caches the result of `read` for `maxAgeMs`. Concurrent calls share one result. Does not cache a failure. */
export function memoizeFor<T>(maxAgeMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (last && performance.now() - last.atMs < maxAgeMs) return last.value;
    const value = read();
    last = { atMs: performance.now(), value };
    value.catch(() => (last = undefined));
    return value;
  };
}
