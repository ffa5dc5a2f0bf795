// The document as tests of a service: every testable sentence, in the document's order.
import { after, describe } from 'node:test';
import { authentication } from './sections/authentication.js';
import { codeSets } from './sections/code-sets.js';
import { conventions } from './sections/conventions.js';
import { errors } from './sections/errors.js';
import { invoiceCalls } from './sections/invoice-calls.js';
import { invoiceCreation } from './sections/invoice-creation.js';
import { limits } from './sections/limits.js';
import { resources } from './sections/resources.js';
import { states } from './sections/states.js';
import { versioning } from './sections/versioning.js';
import { walletCalls } from './sections/wallet-calls.js';
import { withdrawals } from './sections/withdrawals.js';
import { requirements } from './requirement.js';
import type { Requirement } from './requirement.js';
import { PATHS } from './service.js';
import { readSettings } from './settings.js';
import { LIFETIME_MINUTES, TestEnvironment } from './test-environment.js';

type Section = (say: Requirement, environment: TestEnvironment) => void;

const SECTIONS: readonly (readonly [string, Section])[] = [
  ['Conventions', conventions],
  ['Resources and their fields', resources],
  ['Currency code sets', codeSets],
  ['States and transitions', states],
  ['Endpoints: create invoice', invoiceCreation],
  ['Endpoints: list, information, cancel, statistics', invoiceCalls],
  ['Endpoints: balances, static wallets', walletCalls],
  ['Endpoints: create withdrawal request', withdrawals],
  ['Authentication', authentication],
  ['Errors', errors],
  ['Limits', limits],
  ['Versioning', versioning],
];

async function isReachable(environment: TestEnvironment): Promise<boolean> {
  const { service } = environment;
  try {
    const { body, status } = await service.call(PATHS.balances);
    const { result } = body;
    environment.hasBalance = Array.isArray(result) && result.length > 0;
    if (body['status'] === 'success') return true;
    console.error(`The first call was refused (${status}): check the address and the project key.`);
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    console.error(`${service.url} cannot be reached: check the address.\n${String(reason)}`);
  }
  return false;
}

async function cleanUp(environment: TestEnvironment): Promise<void> {
  const left = await environment.cancelAll().catch(() => environment.invoiceIds);
  await environment.close();
  if (left.length === 0) return;
  const when = `${LIFETIME_MINUTES} minutes after their creation`;
  throw new Error(`not all invoices could be canceled; they expire ${when}: ${left.join(', ')}`);
}

const environment = await TestEnvironment.open(readSettings(process.env));
if (!(await isReachable(environment))) process.exit(3);
process.once('SIGTERM', () => {
  void cleanUp(environment)
    .catch((error: unknown) => console.error(String(error)))
    .finally(() => process.exit(143));
});

describe('Merchant Crypto Payment Service API (v2)', () => {
  after(() => cleanUp(environment));
  for (const [name, section] of SECTIONS) {
    describe(name, () => section(requirements(environment), environment));
  }
});
