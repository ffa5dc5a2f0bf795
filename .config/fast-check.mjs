// @ts-check
// What the property tests import: `FAST_CHECK_SEED=42 npm test` looks at other values than everybody does.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) });

export * from 'fast-check';
export default fc;
