// `npm run conformance`: the service's document as tests, against the sandbox or an account.
import { parseArgs } from 'node:util';
import { root } from '../../.config/bootstrap.mjs';
import { run } from '../../.config/processes.mjs';

/** The number of records that the suite creates in a foreign account; a test of this runner counts them. */
const INVOICES = 103;
const WALLETS = 43;

const HELP = `Reads the payment service's document aloud to a service, and says which sentences hold.

  npm run conformance                            against a sandbox that it starts and ends itself
  npm run conformance -- --url <address> …       against a real (test) account

  --url <address>          the service's base address, https (http on this machine only)
  --key <key>              the project's API key
  --shop <id>              the shop's id
  --withdrawal-key <key>   the separate key; without it, what needs it is not tested
  --allow-wallets          make static wallets: ${WALLETS}, which stay
  --allow-withdrawal <currency>:<address>:<amount>
                           send one withdrawal; needs the withdrawal key
  --sandbox                the sandbox, whatever the variables say
  --help                   this text

Keys on a command line stand in the process list and in the shell's history. These variables do the same:
CRYPTO_CHECKOUT_SERVICE_URL, CRYPTO_CHECKOUT_API_KEY, CRYPTO_CHECKOUT_SHOP_ID, CRYPTO_CHECKOUT_WITHDRAWAL_KEY

Example:
  CRYPTO_CHECKOUT_API_KEY=… npm run conformance -- --url https://api.example.com --shop my-shop
`;

const OPTIONS = {
  'url': { type: 'string' },
  'key': { type: 'string' },
  'shop': { type: 'string' },
  'withdrawal-key': { type: 'string' },
  'allow-wallets': { type: 'boolean', default: false },
  'allow-withdrawal': { type: 'string' },
  'sandbox': { type: 'boolean', default: false },
  'help': { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof readOptions>;
type Variables = Readonly<Record<string, string>>;

class UsageError extends Error {}

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '');
  if (!url || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)))
    throw new UsageError(`--url is "${text}". Use a URL such as https://api.example.com.`);
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError('--url contains more than an address. Remove user, query and fragment.');
}

function checkWithdrawal(text: string, withdrawalKey: string): void {
  if (!/^[A-Z0-9_]+:[^\s:]+:(?=.*[1-9])\d+(\.\d+)?$/.test(text))
    throw new UsageError(
      `--allow-withdrawal is "${text}". Use <currency>:<address>:<amount>, such as TRX:T…:10.5.`,
    );
  if (!withdrawalKey)
    throw new UsageError(
      '--allow-withdrawal requires the withdrawal key. Set CRYPTO_CHECKOUT_WITHDRAWAL_KEY too.',
    );
}

/** @returns the variables for the suite; without an address it starts its own sandbox. @throws {UsageError} */
function settingsFrom(options: Options, env: NodeJS.ProcessEnv): Variables {
  if (options.sandbox && options.url)
    throw new UsageError('--sandbox and --url exclude each other. Use one of them.');
  const url = options.sandbox ? '' : (options.url ?? env['CRYPTO_CHECKOUT_SERVICE_URL'] ?? '');
  const withdrawal = options['allow-withdrawal'] ?? '';
  if (url === '') {
    const unused = (['key', 'shop', 'withdrawal-key', 'allow-withdrawal'] as const).find(
      (name) => options[name],
    );
    if (unused) throw new UsageError(`--${unused} requires an account. Use --url too.`);
    return { CRYPTO_CHECKOUT_SERVICE_URL: '' };
  }
  checkUrl(url);
  const key = options.key ?? env['CRYPTO_CHECKOUT_API_KEY'] ?? '';
  const shop = options.shop ?? env['CRYPTO_CHECKOUT_SHOP_ID'] ?? '';
  const withdrawalKey = options['withdrawal-key'] ?? env['CRYPTO_CHECKOUT_WITHDRAWAL_KEY'] ?? '';
  if (!key) throw new UsageError('The API key is missing. Set CRYPTO_CHECKOUT_API_KEY or use --key.');
  if (!shop) throw new UsageError('The shop id is missing. Set CRYPTO_CHECKOUT_SHOP_ID or use --shop.');
  if (key === withdrawalKey) throw new UsageError('Both keys are equal. Use two different keys.');
  if (withdrawal) checkWithdrawal(withdrawal, withdrawalKey);
  return {
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_API_KEY: key,
    CRYPTO_CHECKOUT_SHOP_ID: shop,
    CRYPTO_CHECKOUT_WITHDRAWAL_KEY: withdrawalKey,
    CONFORMANCE_ALLOW_WALLETS: options['allow-wallets'] ? '1' : '',
    CONFORMANCE_WITHDRAWAL: withdrawal,
  };
}

function announce(settings: Variables): void {
  const { CRYPTO_CHECKOUT_SERVICE_URL: url = '', CONFORMANCE_WITHDRAWAL: withdrawal = '' } = settings;
  if (url === '') return console.log('Against a sandbox of its own: nothing real is created.');
  const [currency, address, amount] = withdrawal.split(':');
  console.log(`At ${url} this makes:
  ${INVOICES} invoices, canceled at the end; each expires by itself within 90 minutes
  ${settings['CONFORMANCE_ALLOW_WALLETS'] ? `${WALLETS} static wallets, which stay` : 'no static wallets'}
  ${withdrawal ? `one withdrawal of ${amount} ${currency} to ${address}` : 'no withdrawal'}`);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return void process.stdout.write(HELP);
  const settings = settingsFrom(options, process.env);
  announce(settings);
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings };
  // Set when a test of this runner starts it: the suite would answer in the test runner's own language.
  delete env['NODE_TEST_CONTEXT'];
  const reporter = ['--test-reporter=./test/conformance/reporter.mjs', '--test-reporter-destination=stdout'];
  const args = ['--import', 'tsx', ...reporter, 'test/conformance/suite.ts'];
  const { code } = await run(process.execPath, args, { cwd: root, env });
  if (code > 1) console.log('0 passed, 1 failed');
  process.exitCode = code === 0 ? 0 : 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\nnpm run conformance -- --help says more.`);
  process.exitCode = 2;
}
