import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Input and output of a command: the process, or a test. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For results only: a program may read them. */
  readonly write: (text: string) => void;
  /** Resolves once the reader of `write` keeps up: a long result must not fill the memory. */
  readonly drained: () => Promise<void>;
  /** For progress, questions and errors. */
  readonly writeError: (text: string) => void;
  /** True if a person sees `writeError` and can respond. */
  readonly isInteractive: boolean;
  /** True if results may contain colors. */
  readonly hasColors: boolean;
  readonly nowMs: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Reads one line; empty at end of input. Rejects with an `AbortError` at Ctrl-C. */
  readonly ask: (question: string) => Promise<string>;
}

/** Returns the terminal of this process. The first Ctrl-C ends the command cleanly, the second ends the process. */
export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  // A reader that stops early (`| head`) is not an error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  // The reader of the log may be gone: a server continues without it.
  stderr.on('error', () => undefined);
  return {
    env,
    write: (text) => void stdout.write(text),
    async drained() {
      if (stdout.writableNeedDrain) await once(stdout, 'drain', { signal: interrupted.signal });
    },
    writeError: (text) => void stderr.write(text),
    isInteractive: stdin.isTTY && stderr.isTTY,
    // Node leaves `isTTY` undefined for a pipe, which a library may take for its own default.
    hasColors: Boolean(stdout.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    nowMs: () => Date.now(),
    signal: interrupted.signal,
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr });
      lines.once('SIGINT', () => interrupted.abort());
      // At Ctrl-D or the end of a file, the question would otherwise wait forever.
      const unanswered = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return await Promise.race([lines.question(question, { signal: interrupted.signal }), unanswered]);
      } finally {
        lines.close();
      }
    },
  };
}
