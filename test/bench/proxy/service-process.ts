// Run by the bench as a process of its own: the payment service.
import { startSandbox } from '../../../src/sandbox/index.js';
import { ACCOUNT } from './account.js';
import { speak } from './speaking.js';

const sandbox = await startSandbox({
  port: 0,
  seed: 'bench',
  ...ACCOUNT,
  withdrawalKey: 'bench-withdrawal-key',
});
speak({ url: sandbox.url }, {});
