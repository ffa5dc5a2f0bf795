/**
 * The store cannot be used, for a reason outside this process. Problem and remedy are sentences without a period; the subject of
 * the problem is the store.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  constructor(
    readonly problem: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(`store ${problem}. ${remedy}.`, options);
  }
}

export type StoreProblem = readonly [problem: string, remedy: string];
