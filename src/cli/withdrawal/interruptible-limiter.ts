import type { FileLimiterOptions, RequestLimiter } from '../../service/node.js';
import { createFileLimiter } from '../../service/node.js';
import { CommandError, EXIT } from '../base/exit.js';
import type { Terminal } from '../base/terminal.js';

/** Delay before the notice, so that it appears only if there is something to wait for. */
const SILENT_MS = 300;

/**
 * Limits withdrawals among the processes of this machine. Prints a notice while waiting. Ctrl-C stops the wait, but never
 * a request that has been sent.
 */
export function interruptibleLimiter(terminal: Terminal, options: FileLimiterOptions): RequestLimiter {
  const limiter = createFileLimiter(options);
  return {
    take: (minIntervalMs, send) =>
      new Promise((resolve, reject) => {
        const seconds = minIntervalMs / 1000;
        const notice = setTimeout(
          () => terminal.writeError(`waiting: withdrawals are sent at least ${seconds} s apart …\n`),
          SILENT_MS,
        );
        const giveUp = () => {
          clearTimeout(notice);
          reject(new CommandError('interrupted, nothing was sent', EXIT.interrupted));
        };
        const sendNow = () => {
          terminal.signal.throwIfAborted();
          terminal.signal.removeEventListener('abort', giveUp);
          clearTimeout(notice);
          return send();
        };
        terminal.signal.addEventListener('abort', giveUp, { once: true });
        if (terminal.signal.aborted) giveUp();
        else limiter.take(minIntervalMs, sendNow).then(resolve, reject);
      }),
  };
}
