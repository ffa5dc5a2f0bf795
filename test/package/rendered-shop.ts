import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createOrderToken } from '../../src/proxy/server.js';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { renderCheckout } from '../../src/render/index.js';
import { startSandbox, type SandboxServer } from '../../src/sandbox/index.js';
import { root } from './readme-text.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const account = { apiKey: 'key-of-the-test', shopId: 'shop-of-the-test' };

/** A shop whose server renders the checkout into its pages, under a strict policy. */
export interface RenderedShop {
  readonly url: string;
  readonly sandbox: SandboxServer;
  /** Method and path of every request. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/**
 * `/<order>` has the single file, `/proxy/<order>` the files of the proxy, `/later/<order>` no script yet. `/weak/<order>` is
 * is a page in a browser without declarative shadow roots: its templates stay inert.
 * `/elsewhere` has no checkout.
 */
export async function startRenderedShop(): Promise<RenderedShop> {
  const sandbox = await startSandbox({ ...account, port: 0, withdrawalKey: 'other', seed: 'rendered' });
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, ...account, testMode: true },
    orderSecrets: [secret],
    store: ':memory:',
    clock: sandbox.clock,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  await proxy.start();
  const listener = toNodeListener(proxy);
  const requests: string[] = [];
  const shop = createServer(async (incoming, outgoing) => {
    const { url: path = '', method = '' } = incoming;
    requests.push(`${method} ${path}`);
    if (path.startsWith('/crypto-checkout/')) return listener(incoming, outgoing);
    if (path === '/elements.js') {
      const elements = readFileSync(join(root, 'dist/crypto-checkout.js'));
      return void outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(elements);
    }
    if (path === '/elsewhere')
      return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    const [id = '', way = 'file'] = path.split('/').slice(1).toReversed();
    const order = await createOrderToken({ id, amount: '49.00', currency: 'EUR' }, { secret });
    const { html, csp } = await renderCheckout({ proxy, order, level: 'shell', locale: 'en' });
    const tag = way === 'weak' ? html.replaceAll('shadowrootmode=', 'data-unknown=') : html;
    const source = way === 'proxy' ? '/crypto-checkout/elements.js' : '/elements.js';
    const script = way === 'later' ? '' : `<script type="module" src="${source}"></script>`;
    const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; style-src ${csp}`;
    outgoing.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    outgoing.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${tag}${script}`);
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    sandbox,
    requests,
    stop: async () => {
      shop.closeAllConnections();
      shop.close();
      await proxy.stop();
      await sandbox.close();
    },
  };
}

/** Bodies of functions for a page, which record in each frame the positions of the parts of the checkout. */
export const FRAMES = {
  record: `
    const inside = (each) => (each.shadowRoot ? below(each.shadowRoot) : []);
    const below = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...inside(each)]);
    const place = (part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.getAttribute('part'), x, y, width, height].join(' ');
    };
    const frames = new Set();
    window.frames_ = frames;
    const frame = () => {
      frames.add(below(document).filter((each) => each.matches('[part]')).map(place).join('\\n'));
      requestAnimationFrame(frame);
    };
    frame();`,
  /** The different frames so far. */
  read: `return [...window.frames_];`,
} as const;
