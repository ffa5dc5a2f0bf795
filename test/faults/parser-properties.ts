// Properties of a parser that hold for any input.
const CLEAN = new Map(
  [Object.prototype, Array.prototype, Function.prototype].map((each) => [each, namesOf(each)]),
);

function namesOf(prototype: object): string {
  return Reflect.ownKeys(prototype).map(String).sort().join();
}

/** @throws {Error} if a shared prototype has a new property */
export function assertUnpolluted(): void {
  for (const [prototype, names] of CLEAN)
    if (namesOf(prototype) !== names) throw new Error(`a prototype was polluted: ${namesOf(prototype)}`);
}

/** An error with all its parts and causes, as a log or a debugger may show it. */
export function wholeText(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 12) return String(error);
  const parts = Reflect.ownKeys(error).map((key) => wholeText(Reflect.get(error, key), depth + 1));
  return [Object.prototype.toString.call(error), ...parts].join('\n');
}

/** The factor that ten times the input may cost; a quadratic algorithm costs a hundred times. */
const MOST_GROWTH = 45;
/** Shorter ones are noise: a quadratic algorithm takes seconds. */
const SHORTEST_MS = 2;
const RUNS = 4;
const ATTEMPTS = 3;

/**
 * Ten times the input takes about ten times as long, not a hundred times. Compares two sizes in the same run, the
 * fastest of several each, and repeats if they differ too much: neither a slow machine nor a pause decides.
 * @throws {Error} with the times of every attempt
 */
export async function assertLinear(size: number, work: (size: number) => unknown): Promise<void> {
  const tried: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [smallMs, largeMs] = [await cheapestMs(() => work(size)), await cheapestMs(() => work(10 * size))];
    if (largeMs <= MOST_GROWTH * Math.max(smallMs, SHORTEST_MS)) return;
    tried.push(`${smallMs.toFixed(2)} ms and ${largeMs.toFixed(2)} ms`);
  }
  throw new Error(`ten times the input takes far more than ten times as long: ${tried.join(', ')}`);
}

async function cheapestMs(work: () => unknown): Promise<number> {
  let bestMs = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const before = spentMs();
    await work();
    bestMs = Math.min(bestMs, spentMs() - before);
  }
  return bestMs;
}

/** Processor time: longer work is interrupted on a busy machine, and short work is not. A page has only the clock. */
function spentMs(): number {
  if (!('process' in globalThis)) return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
