/** Milliseconds since 1970 in UTC: from the first day's midnight up to, not including, the midnight after the last. */
export interface Period {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** From the beginning to the end of time. */
export const ALWAYS: Period = { fromMs: -Infinity, untilMs: Infinity };

/** Which part of a list is wanted. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}

export const EVERYTHING: PageRange = { offset: 0, limit: Infinity };
