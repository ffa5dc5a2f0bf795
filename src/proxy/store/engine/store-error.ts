/** A store that cannot be used, for a reason outside this process. The message names the store and the remedy. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
