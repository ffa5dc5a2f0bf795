import { once } from 'node:events';
import { describe, it } from 'node:test';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Number of runs of a property test: at least 2,000; `LAW_RUNS` sets more. */
export const LAW = { numRuns: Math.max(2000, Number(process.env['LAW_RUNS'] ?? 0)) };

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
    // Fails with the error that ends the thread.
    void it(name, async () => {
      await once(new Worker(process.argv[1] ?? '', { workerData: name }), 'message');
    });
  } else if (workerData === name) void prove(statement);
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
