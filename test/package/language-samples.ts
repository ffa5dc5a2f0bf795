import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureEngine } from '../browsers/driver/install.js';
import { replaced } from './docs-text.js';
import { SAMPLES_FOLDER } from './readme-text.js';
import type { Sample, ServerSample } from './receiver.js';

await ensureEngine('languages');

/** A language in which the docs have the servers of a shop. */
export interface ShopLanguage {
  readonly name: string;
  readonly receiver: Sample;
  /** The page of an order, for a proxy at this address, and for browsers that reach its base path at another. */
  readonly page: (proxyUrl: string, endpoint?: string) => ServerSample;
}

/** Errors are printed without a php.ini, and a script that prints one responds with 200 by itself. */
const php = (port: number, file: string) =>
  ['php', '-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, file] as const;

export const SHOP_LANGUAGES: readonly ShopLanguage[] = [
  {
    name: 'PHP',
    receiver: {
      name: 'PHP',
      install: (folder) => copySample('php/webhook.php', folder),
      command: (port) => php(port, 'webhook.php'),
      // The development server buffers a whole body before it runs a script; the script may add little to it.
      extraMb: 115,
    },
    page: (proxyUrl, endpoint = '/crypto-checkout') => ({
      name: 'PHP',
      install: (folder) => {
        copySample('php/order_token.php', folder);
        copySample('php/checkout_page.php', folder, {
          'http://127.0.0.1:4000': proxyUrl,
          "'/crypto-checkout'": `'${endpoint}'`,
        });
      },
      command: (port) => php(port, 'checkout_page.php'),
    }),
  },
  {
    name: 'Python',
    receiver: {
      name: 'Python',
      install: (folder) => copySample('python/webhook.py', folder),
      command: () => ['python3', 'webhook.py'],
      extraMb: 32,
    },
    page: (proxyUrl, endpoint = '/crypto-checkout') => ({
      name: 'Python',
      install: (folder, port) => {
        copySample('python/order_token.py', folder);
        copySample('python/checkout_page.py', folder, {
          'http://127.0.0.1:4000': proxyUrl,
          '"/crypto-checkout"': `"${endpoint}"`,
          '("127.0.0.1", 3000)': `("127.0.0.1", ${port})`,
        });
      },
      command: () => ['python3', 'checkout_page.py'],
    }),
  },
];

function copySample(path: string, folder: string, replacements = {}): void {
  const text = replaced(readFileSync(join(SAMPLES_FOLDER, path), 'utf8'), replacements);
  writeFileSync(join(folder, basename(path)), text);
}
