// Run by the bench as a process of its own: the payment service.
import { startSandbox } from '../../../src/sandbox/index.js';
import { ACCOUNT } from './account.js';
import { answerParent } from './child-protocol.js';

const sandbox = await startSandbox({
  port: 0,
  seed: 'bench',
  ...ACCOUNT,
  withdrawalKey: 'bench-withdrawal-key',
});
answerParent({ url: sandbox.url }, {});
