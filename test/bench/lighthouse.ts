// The scores of Lighthouse for a shop's page with the element, and for the same page without it.
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
    if (url === `${face}/events`) return sendCheckout(checkout, response);
    const [type, text] = answers.get(url) ?? [];
    if (!text) return void response.writeHead(404).end();
    const head = { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'gzip' };
    const kept = url === face ? 'no-store' : 'max-age=31536000';
    response.writeHead(200, { ...head, 'cache-control': kept }).end(gzipSync(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** An event stream, open as long as the page is. */
function sendCheckout(checkout: Checkout, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(`event: checkout\nid: ${checkout.version}\ndata: ${JSON.stringify(checkout)}\n\n`);
}

interface Visit {
  readonly scores: readonly number[];
  readonly lost: readonly string[];
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
  return { scores: CATEGORIES.map((name) => Math.round(100 * categories[name].score)), lost };
}

export async function lighthouse({ rounds, progress, folder }: PartOptions): Promise<Report> {
  progress('installing Lighthouse');
  const place = await install(LIGHTHOUSE);
  const program = join(place ?? '', 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(program)) throw new Error('Lighthouse could not be had from the registry');
  const server = await serve();
  const answers = join(folder, 'lighthouse');
  const visits: Record<'without' | 'with', Visit[]> = { without: [], with: [] };
  mkdirSync(answers, { recursive: true });
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['without', 'with'] as const) {
        progress(`${name} the element, ${round + 1} of ${rounds}`);
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;
        visits[name].push(await visit(program, url, join(answers, `${name}.json`)));
      }
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return report(visits);
}

function report(visits: Readonly<Record<'without' | 'with', readonly Visit[]>>): Report {
  const scores = (name: keyof typeof visits) =>
    CATEGORIES.map((_, index) => median(visits[name].map(({ scores: found }) => found[index] ?? NaN)));
  const [without, withIt] = [scores('without'), scores('with')];
  const lost = [...new Set(visits.with.flatMap((each) => each.lost))];
  return {
    tables: [
      {
        title: "A shop's page on a phone, by Lighthouse",
        columns: ['', ...CATEGORIES],
        rows: [
          ['without the element', ...without.map(String)],
          ['with it', ...withIt.map(String)],
        ],
        notes: [
          'Medians. The element shows an address and a code; its scripts are bundled as a shop bundles them.',
          `What cost points: ${lost.join('; ') || 'nothing'}.`,
        ],
      },
    ],
    figures: Object.fromEntries(
      CATEGORIES.map((name, index) => [`points of ${name}, with the element`, withIt[index] ?? NaN]),
    ),
    targets: CATEGORIES.map((name, index) => ({
      name: `no point of ${name} lost`,
      holds: (withIt[index] ?? NaN) >= (without[index] ?? NaN),
      found: `${without[index]} → ${withIt[index]}`,
    })),
  };
}
