import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './log.js';

const scope = new AsyncLocalStorage<{ readonly requestId: string } | undefined>();

/** Adds the request id to everything that is logged during `work`. */
export function runInRequest<T>(requestId: string, work: () => T): T {
  return scope.run({ requestId }, work);
}

/** Runs background work that a request may have started, without its request id. */
export function outsideRequests<T>(work: () => T): T {
  return scope.run(undefined, work);
}

/** Returns a logger that adds the request id of `runInRequest`, if there is one. */
export function withRequestId(logger: Logger): Logger {
  const named = (fields: object) => ({ ...scope.getStore(), ...fields });
  return {
    info: (fields, message) => logger.info(named(fields), message),
    warn: (fields, message) => logger.warn(named(fields), message),
    error: (fields, message) => logger.error(named(fields), message),
  };
}
