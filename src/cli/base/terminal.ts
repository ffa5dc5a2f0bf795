import { createInterface } from 'node:readline/promises';

/** Where a command reads and writes: the process, or a test. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results, and nothing else: a program may read them. */
  readonly write: (text: string) => void;
  /** Progress, questions and errors. */
  readonly writeError: (text: string) => void;
  /** Is somebody there who sees `writeError` and can answer? */
  readonly isInteractive: boolean;
  /** May results be coloured? */
  readonly hasColors: boolean;
  readonly nowMs: () => number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** One line from whoever sits there, empty when nobody answers. Rejects with an `AbortError` at Ctrl-C. */
  readonly ask: (question: string) => Promise<string>;
}

/** The running process. The first Ctrl-C ends the command cleanly, the second one the process. */
export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  // A reader that has seen enough (`| head`) is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  // Whoever read the log may be gone: a server goes on without.
  stderr.on('error', () => undefined);
  return {
    env,
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
    isInteractive: stdin.isTTY && stderr.isTTY,
    hasColors: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    nowMs: () => Date.now(),
    signal: interrupted.signal,
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr });
      lines.once('SIGINT', () => interrupted.abort());
      // Ctrl-D, or the end of a file: the question would wait for ever.
      const unanswered = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return await Promise.race([lines.question(question, { signal: interrupted.signal }), unanswered]);
      } finally {
        lines.close();
      }
    },
  };
}
