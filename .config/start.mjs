// @ts-check
// `npm start`: installs and builds what is missing, then runs the example with a sandbox (or the real service).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureDependencies, ensureExample, root } from './bootstrap.mjs';
import { beforeStop } from './processes.mjs';

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  console.log(`npm start: a shop, the checkout's proxy and a sandbox of the payment service, on this machine.

  PORT                           the shop's port (4000)
  SANDBOX_PORT                   the sandbox's port (4010)
  CRYPTO_CHECKOUT_SERVICE_URL, CRYPTO_CHECKOUT_API_KEY, CRYPTO_CHECKOUT_SHOP_ID
                                 all three: use the real service, and no sandbox
  CRYPTO_CHECKOUT_TEST_MODE=1    the real service's project is in test mode
  CRYPTO_CHECKOUT_STORE          the real service's checkouts: the file in which they are kept (crypto-checkout.sqlite)
  SHOP_FOLDER                    where the shop keeps its orders: this folder, or .cache/shop (.cache/shop-5000 with
                                 PORT=5000) together with the sandbox's data; delete it to reset both
  CRYPTO_CHECKOUT_ORDER_SECRET   signs order tokens (32 characters or more; default: random at each start)
  CRYPTO_CHECKOUT_MERCHANT_SECRET
                                 signs sessions of the shop's staff, who open a desk (default: none, and no access)`);
  process.exit(0);
}

await ensureDependencies();
await ensureBuilt();
await ensureExample();

process.chdir(root);
process.env.TSX_TSCONFIG_PATH = join(root, 'server-example/tsconfig.json');
const { register } = await import('tsx/esm/api');
register();
const { start } = await import(pathToFileURL(join(root, 'server-example/start.ts')).href);

try {
  const example = await start(process.env);
  beforeStop(() => example.stop());
} catch (error) {
  console.error(`crypto-checkout could not start: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
