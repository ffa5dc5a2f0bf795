// Secrets that stand in the environment of every build and example run of the tests. Found anywhere else, they leaked.
//   node .config/planted.mjs <folder …>     fails when a file of these folders holds one
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const PLANTED = {
  SANDBOX_API_KEY: 'planted-api-key-7f3a',
  SANDBOX_WITHDRAWAL_KEY: 'planted-withdrawal-key-91bc',
  SANDBOX_SHOP_ID: 'planted-shop-id-55de',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'planted-order-secret-c0ffee-0123456789abcdef',
};

/** The planted secrets that a text holds. */
export function secretsIn(text) {
  return Object.values(PLANTED).filter((secret) => text.includes(secret));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let files = 0;
  const leaks = process.argv.slice(2).flatMap((folder) =>
    readdirSync(resolve(folder), { recursive: true, withFileTypes: true }).flatMap((entry) => {
      if (!entry.isFile()) return [];
      files += 1;
      const path = join(entry.parentPath ?? entry.path, entry.name);
      return secretsIn(readFileSync(path, 'latin1')).map((secret) => `${path} holds ${secret}`);
    }),
  );
  for (const leak of leaks) console.error(leak);
  console.log(`${files} files read, ${leaks.length} secrets found`);
  process.exitCode = leaks.length > 0 || files === 0 ? 1 : 0;
}
