export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** For each call of the payment service as a whole: after it, whoever sent a creation no longer waits for its answer. */
export const SERVICE_DEADLINE_MS = 20 * SECOND_MS;
