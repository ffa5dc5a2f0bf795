// @ts-check
// The fast-check of the property tests: `FAST_CHECK_SEED=42 npm test` uses other values than the default.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });

export * from 'fast-check';
export default fc;
