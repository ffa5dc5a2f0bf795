// The scores of Lighthouse for a shop's page with the element, for the same page without it, and for the payment page.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '../browsers/driver/chromium.js';
import { importCompiled } from '../runner/compile-tests.js';
import { chunksOf } from './size/page-weight.js';
import { run } from '../../.config/processes.mjs';
import type { Checkout } from '../../src/protocol/index.js';
import { createCheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';
import { createPaymentLink } from '../../src/proxy/server.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { freePort } from '../free-port.js';
import type * as fixtures from '../../stories/fixtures.js';
import { install } from './alternatives.js';
import { median, type PartOptions, type Report } from './report.js';

/** The last that runs on the oldest Node.js that we take. */
const LIGHTHOUSE = { name: 'lighthouse', packages: ['lighthouse@12.8.2'] } as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FIXTURES = 'stories/fixtures.ts';

const page = (element: string, script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="An order of a shop, to be paid." />
    <title>Your order</title>
    <link rel="icon" href="data:," />
    ${script && `<script type="module" src="/${script}"></script>`}
    <style>body { font: 16px/1.5 system-ui; margin: 1rem auto; max-inline-size: 420px }</style>
  </head>
  <body>
    <main>
      <h1>Your order</h1>
      <p>One lamp, sent within two days. You pay 49.00 USD.</p>
      ${element}
    </main>
  </body>
</html>`;

/** A payer with an address and a code on screen, as they return to their payment. */
async function paying(): Promise<Checkout> {
  // They lead back to their own page.
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  const { checkoutIn } = (await importCompiled(FIXTURES)) as typeof fixtures;
  return checkoutIn('awaiting');
}

async function serve(): Promise<Server> {
  const chunks = await chunksOf('src/define/crypto-checkout.ts');
  const answers = new Map<string, readonly [type: string, text: string]>(
    chunks.map(({ fileName, code }) => [`/${fileName}`, ['text/javascript', code]]),
  );
  const checkout = await paying();
  const face = `/crypto-checkout/checkouts/${checkout.id}`;
  const element = `<crypto-checkout checkout="${checkout.id}"></crypto-checkout>`;
  answers.set('/without', ['text/html', page('', '')]);
  answers.set('/with', ['text/html', page(element, chunks[0].fileName)]);
  answers.set('/robots.txt', ['text/plain', 'User-agent: *\nAllow: /\n']);
  answers.set(face, ['application/json', JSON.stringify(checkout)]);
  const server = createServer(({ url = '' }, response) => {
    // The element names its browser in the query.
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname === `${face}/events`) return sendCheckout(checkout, response);
    const [type, text] = answers.get(pathname) ?? [];
    if (!text) return void response.writeHead(404).end();
    const head = { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'gzip' };
    const kept = pathname === face ? 'no-store' : 'max-age=31536000';
    response.writeHead(200, { ...head, 'cache-control': kept }).end(gzipSync(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A payment link of a proxy, with all that the page can show. */
async function servePaymentPage() {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}/crypto-checkout`;
  const secret = 'a-secret-of-this-bench-0123456789abcdef';
  const account = { apiKey: 'key-of-the-bench', shopId: 'shop-of-the-bench' };
  const sandbox = await startSandbox({ ...account, port: 0, withdrawalKey: 'other' });
  const proxy = createCheckoutProxy({
    service: { url: sandbox.url, ...account, testMode: true },
    orderSecrets: [secret],
    publicUrl,
    supportUrl: 'mailto:help@shop.example',
    shop: {
      name: 'Nordlys Coffee',
      accent: '#0b7247',
      url: 'https://shop.example',
      imprint: 'https://shop.example/about',
    },
    store: ':memory:',
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  await proxy.start();
  const server = createServer(toNodeListener(proxy));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const order = { id: 'A-1', amount: '49.00', currency: 'EUR', description: 'Two cups' } as const;
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await proxy.stop();
    await sandbox.close();
  };
  return { url: await createPaymentLink(order, { secret, baseUrl: publicUrl }), stop };
}

/** An event stream, open as long as the page is. */
function sendCheckout(checkout: Checkout, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(`event: checkout\nid: ${checkout.version}\ndata: ${JSON.stringify(checkout)}\n\n`);
}

interface Visit {
  readonly scores: readonly number[];
  readonly lost: readonly string[];
  /** Failed audits of `seo`. */
  readonly lostInSearch: readonly string[];
}

/** The fields of Lighthouse's result that are read. */
interface LighthouseResult {
  readonly categories: Readonly<
    Record<
      (typeof CATEGORIES)[number],
      {
        readonly score: number;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly displayValue?: string }>
  >;
}

/** Returns the scores of one visit, from 0 to 100, and the audits that lowered them. */
async function visit(program: string, url: string, place: string): Promise<Visit> {
  const flags = ['--headless=new', ...chromium.args].join(' ');
  const args = [url, '--quiet', '--output=json', `--output-path=${place}`, `--chrome-flags=${flags}`];
  const env = { ...process.env, CHROME_PATH: chromium.executablePath };
  const only = `--only-categories=${CATEGORIES.join(',')}`;
  const { code, output } = await run(process.execPath, [program, ...args, only], { capture: true, env });
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${output.slice(-500)}`);
  const { categories, audits } = JSON.parse(readFileSync(place, 'utf8')) as LighthouseResult;
  const lost = CATEGORIES.flatMap((name) => categories[name].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
  const lostInSearch = categories.seo.auditRefs
    .map(({ id }) => id)
    .filter((id) => (audits[id]?.score ?? 1) < 1);
  const scores = CATEGORIES.map((name) => Math.round(100 * categories[name].score));
  return { scores, lost, lostInSearch };
}

export async function lighthouse({ rounds, progress, folder }: PartOptions): Promise<Report> {
  progress('installing Lighthouse');
  const place = await install(LIGHTHOUSE);
  const program = join(place ?? '', 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(program)) throw new Error('Lighthouse could not be had from the registry');
  const server = await serve();
  const paymentPage = await servePaymentPage();
  const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = { without: `${shop}/without`, with: `${shop}/with`, paymentPage: paymentPage.url };
  const visits: Visits = { without: [], with: [], paymentPage: [] };
  const answers = join(folder, 'lighthouse');
  mkdirSync(answers, { recursive: true });
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const name of PAGES) {
        progress(`${name}, ${round + 1} of ${rounds}`);
        visits[name].push(await visit(program, urls[name], join(answers, `${name}.json`)));
      }
  } finally {
    server.close();
    server.closeAllConnections();
    await paymentPage.stop();
  }
  return report(visits);
}

const PAGES = ['without', 'with', 'paymentPage'] as const;
type Visits = Record<(typeof PAGES)[number], Visit[]>;

/** Least points of the payment page. */
const LEAST = [95, 100, 100] as const;
/** No search engine may list the payment page, so it loses this one. */
const NOT_LISTED = 'is-crawlable';

function report(visits: Readonly<Visits>): Report {
  const scores = (name: keyof Visits) =>
    CATEGORIES.map((_, index) => median(visits[name].map(({ scores: found }) => found[index] ?? NaN)));
  const [without, withIt, ofPage] = [scores('without'), scores('with'), scores('paymentPage')];
  const lostBy = (name: keyof Visits) => [...new Set(visits[name].flatMap((each) => each.lost))];
  const lostByPage = [...new Set(visits.paymentPage.flatMap((each) => each.lostInSearch))];
  return {
    tables: [
      {
        title: "A shop's page and the payment page on a phone, by Lighthouse",
        columns: ['', ...CATEGORIES],
        rows: [
          ['without the element', ...without.map(String)],
          ['with it', ...withIt.map(String)],
          ['payment page', ...ofPage.map(String)],
        ],
        notes: [
          'Medians. The element shows an address and a code; its scripts are bundled as a shop bundles them.',
          `What cost points with the element: ${lostBy('with').join('; ') || 'nothing'}.`,
          `What cost points on the payment page: ${lostBy('paymentPage').join('; ') || 'nothing'}.`,
        ],
      },
    ],
    figures: Object.fromEntries(
      CATEGORIES.flatMap((name, index) => [
        [`points of ${name}, with the element`, withIt[index] ?? NaN],
        [`points of ${name}, payment page`, ofPage[index] ?? NaN],
      ]),
    ),
    targets: [
      ...CATEGORIES.map((name, index) => ({
        name: `no point of ${name} lost`,
        holds: (withIt[index] ?? NaN) >= (without[index] ?? NaN),
        found: `${without[index]} → ${withIt[index]}`,
      })),
      ...LEAST.map((least, index) => ({
        name: `${CATEGORIES[index]} of the payment page: ${least} or more`,
        holds: (ofPage[index] ?? NaN) >= least,
        found: String(ofPage[index]),
      })),
      {
        name: `of seo, the payment page fails ${NOT_LISTED} only`,
        holds: lostByPage.join() === NOT_LISTED,
        found: lostByPage.join(', '),
      },
    ],
  };
}
