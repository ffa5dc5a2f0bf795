/** Number of runs of a property test: at least 2,000; `LAW_RUNS` asks for more. */
export const LAW = { numRuns: Math.max(2000, Number(process.env['LAW_RUNS'] ?? 0)) };
