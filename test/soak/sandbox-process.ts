// The payment service. The soak starts it as a separate process.
import { startSandbox } from '../../src/sandbox/index.js';
import type { SandboxSettings } from './settings.js';
import { SOAK_SECRETS } from './settings.js';

const { seed }: SandboxSettings = JSON.parse(process.argv[2] ?? '{}');
const { apiKey, withdrawalKey, shopId } = SOAK_SECRETS;
const sandbox = await startSandbox({ port: 0, apiKey, withdrawalKey, shopId, seed, postbackInvoices: true });
process.send?.({ url: sandbox.url });
process.once('disconnect', () => process.exit());
