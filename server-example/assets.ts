// Scripts, styles and images of the shop's pages. The elements come from the proxy.
import { readFile } from 'node:fs/promises';

type Asset = readonly [url: URL, type: string];

const SCRIPT = 'text/javascript';
const STYLE = 'text/css';

const page = (name: string, type: string): Asset => [new URL(`./pages/${name}`, import.meta.url), type];

const ASSETS: Readonly<Record<string, Asset>> = {
  'icon.svg': page('icon.svg', 'image/svg+xml'),
  'shop.css': page('shop.css', STYLE),
  'order.css': page('order.css', STYLE),
  'order.js': page('order.js', SCRIPT),
  'modal.js': page('modal.js', SCRIPT),
  'deposit.js': page('deposit.js', SCRIPT),
  'pay.js': page('pay.js', SCRIPT),
  'theme.css': [new URL(import.meta.resolve('crypto-checkout/themes/market.css')), STYLE],
};

/** Output folder of vite.config.ts. */
const BUILT = new URL('../.cache/example/', import.meta.url);

/** Returns the file for `/assets/<name>`, or `null`. */
export async function readAsset(
  name: string,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly type: string } | null> {
  const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  const [url, type] = asset ?? builtAsset(name) ?? [];
  if (!url || !type) return null;
  try {
    return { content: Uint8Array.from(await readFile(url)), type };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function builtAsset(name: string): Asset | null {
  return /^[\w-]+\.js$/.test(name) ? [new URL(name, BUILT), SCRIPT] : null;
}
