import { describe, it } from 'node:test';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Number of runs of a property test. By night there are more, with other values: see `npm run test:nightly`. */
export const LAW = { numRuns: Number(process.env['LAW_RUNS'] ?? 500) };

/** For laws whose runs have dozens of requests and rounds each. */
export const LONG_LAW = { numRuns: LAW.numRuns / 4 };

/** The part of a test's context that a law needs. */
export interface LawContext {
  readonly after: (work: () => unknown) => void;
}

type Statement = (context: LawContext) => void | Promise<void>;

/** `describe`, for a file that contains only laws. */
export function laws(heading: string, state: () => void): void {
  if (isMainThread) void describe(heading, state);
  else state();
}

/**
 * `it`, for tests with thousands of runs. Node's runner follows every promise in the thread of the tests, which can
 * double their time: a law holds in a thread of its own, in which its file is loaded again.
 */
export function law(name: string, statement: Statement): void {
  if (isMainThread) {
    void it(name, () => proven(new Worker(process.argv[1] ?? '', { workerData: name })));
  } else if (workerData === name) void prove(statement);
}

/** Resolves when the thread reports that its law holds. Rejects with the error or the exit code that ends the thread before. */
export function proven(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.once('message', () => resolve());
    thread.once('error', reject);
    thread.once('exit', (code) =>
      reject(new Error(`the thread ended with code ${code} before its law held`)),
    );
  });
}

async function prove(statement: Statement): Promise<void> {
  const afterwards: (() => unknown)[] = [];
  try {
    await statement({ after: (work) => void afterwards.push(work) });
  } finally {
    for (const work of afterwards.reverse()) await work();
  }
  parentPort?.postMessage('it holds');
}
