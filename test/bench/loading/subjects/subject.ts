import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../../../../.config/bootstrap.mjs';
import type { Shop } from '../shop.js';

/** A way to show something, with a page of the shop for each order. */
export interface Subject {
  readonly name: string;
  /** The final content of its page. */
  readonly shows: 'coins' | 'code';
  /** Of the window, in pixels, if it is not that of a phone. */
  readonly width?: number;
  /** Publishes its files, once. @returns the page of an order */
  readonly publish: (shop: Shop) => Promise<(order: string) => Promise<string> | string>;
}

export function page(head: string, main: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Your order</title>
    <link rel="icon" href="data:," />
    <style>body { font: 16px/1.5 system-ui; margin: 1rem }</style>
    ${head}
  </head>
  <body>
    <main>${main}</main>
  </body>
</html>`;
}

export const script = (path: string) => `<script type="module" src="${path}"></script>`;
export const tag = (order: string) => `<crypto-checkout locale="en-GB" order="${order}"></crypto-checkout>`;

/** The folder of the scripts of pages. */
export const PAGES = join(root, 'test/bench/loading/pages');

/** Bundles the script of a page as a shop does, and publishes its files. @returns the path of the first */
export async function publishBundle(shop: Shop, name: string): Promise<string> {
  const bundles = await build({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false, base: `/${name}/` },
    build: {
      ...{ write: false, target: 'es2022' },
      rolldownOptions: { input: join(PAGES, `${name}.js`) },
    },
  });
  const [bundle] = [bundles].flat();
  const files = bundle && 'output' in bundle ? bundle.output : [];
  for (const file of files) if (file.type === 'chunk') shop.publish(`/${name}/${file.fileName}`, file.code);
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  if (!entry) throw new Error(`${name}.js has no bundle.`);
  return `/${name}/${entry.fileName}`;
}
