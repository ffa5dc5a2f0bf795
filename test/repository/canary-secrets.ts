// Secrets that are in the environment of every build and example run of the tests. Found anywhere else, they leaked.
//   node .config/bootstrap.mjs test/repository/canary-secrets.ts <folder …>     fails when a file of these folders holds one
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const CANARY_SECRETS = {
  SANDBOX_API_KEY: 'planted-api-key-7f3a',
  SANDBOX_WITHDRAWAL_KEY: 'planted-withdrawal-key-91bc',
  SANDBOX_SHOP_ID: 'planted-shop-id-55de',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'planted-order-secret-c0ffee-0123456789abcdef',
  CRYPTO_CHECKOUT_WITHDRAWAL_KEY: 'planted-other-withdrawal-key-6e2d',
  // Exposed by tools that take a whole environment, or a part of it by the beginning of its names.
  STORYBOOK_PLANTED: 'planted-storybook-secret-2a71',
  VITE_PLANTED: 'planted-vite-secret-b8e0',
};

/** A text in base64, wherever in a longer one it begins; without the letters that its neighbours decide. */
function inBase64(secret: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.from(' '.repeat(before) + secret)
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, -1);
  });
}

/** A secret as it is, in a link, in hex, and in base64. */
export function formsOf(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...inBase64(secret)];
}

const FORMS = Object.values(CANARY_SECRETS).map((secret) => ({ secret, forms: formsOf(secret) }));

/** The planted secrets that a text holds, as they are or in base64 or hex. */
export function secretsIn(text: string): readonly string[] {
  return FORMS.flatMap(({ secret, forms }) => (forms.some((form) => text.includes(form)) ? [secret] : []));
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
