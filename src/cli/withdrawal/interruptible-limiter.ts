import type { FileTurnsOptions, Turns } from '../../service/node.js';
import { createFileTurns } from '../../service/node.js';
import { CommandError, EXIT } from '../base/exit.js';
import type { Terminal } from '../base/terminal.js';

/** Sooner, a turn that is free would be announced too. */
const SILENT_MS = 300;

/**
 * Turns among the processes of this machine that say when they are waited for, and that Ctrl-C ends as long as nothing
 * has been sent. What has been sent is waited for.
 */
export function interruptibleLimiter(terminal: Terminal, options: FileTurnsOptions): Turns {
  const turns = createFileTurns(options);
  return {
    take: (minIntervalMs, send) =>
      new Promise((resolve, reject) => {
        const seconds = minIntervalMs / 1000;
        const notice = setTimeout(
          () => terminal.writeError(`waiting: a withdrawal may be sent ${seconds} s after the last one …\n`),
          SILENT_MS,
        );
        const giveUp = () => {
          clearTimeout(notice);
          reject(new CommandError('interrupted: nothing was sent', EXIT.interrupted));
        };
        const sendNow = () => {
          terminal.signal.throwIfAborted();
          terminal.signal.removeEventListener('abort', giveUp);
          clearTimeout(notice);
          return send();
        };
        terminal.signal.addEventListener('abort', giveUp, { once: true });
        if (terminal.signal.aborted) giveUp();
        else turns.take(minIntervalMs, sendNow).then(resolve, reject);
      }),
  };
}
