/**
 * What `read` said last, if it is not older than this; who asks while it is being read waits for the same. A failure is
 * not kept.
 */
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
