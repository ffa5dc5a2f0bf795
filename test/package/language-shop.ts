import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.js';
import { runNginx, temporaryPaths } from '../postgres/nginx.js';
import { until } from '../until.js';
import type { Shop } from '../server-example/payer.js';
import { freePort } from '../free-port.js';
import { blocksOf, replaced } from './docs-text.js';
import type { ShopLanguage } from './language-samples.js';
import { SECRET, startReceiver, startSample, type Receiver, type ServerSample } from './receiver.js';
import { CLI } from './sample-folder.js';
import { control } from '../sandbox-control.js';

export interface LanguageShop extends Shop {
  readonly receiver: Receiver;
  /** The output of the proxy. */
  readonly proxyOutput: () => string;
}

/** A shop without its page. */
interface Behind {
  readonly settings: string;
  readonly receiver: Receiver;
  readonly proxyUrl: string;
  readonly proxyOutput: () => string;
  readonly control: Shop['control'];
}

/** Starts the proxy with the settings of the page, and with more of them, and the receiver. */
async function startBehind(t: TestContext, language: ShopLanguage, more = ''): Promise<Behind> {
  // The account in the settings.
  const account = { apiKey: 'sandbox-key', shopId: 'sandbox-shop', withdrawalKey: 'w' };
  const sandbox = await startSandbox({ port: 0, ...account });
  t.after(() => sandbox.close());
  const settings = replaced(blockOf('ini'), {
    'http://127.0.0.1:4010': sandbox.url,
    'put-32-random-bytes-or-more-here-please': 'an-order-secret-of-more-than-32-bytes',
    'whsec_PUT-32-OTHER-RANDOM-BYTES-HERE': SECRET,
  });
  const receiver = await startReceiver(t, withSettings(language.receiver, settings));

  const proxySettings = replaced(settings, { 'http://127.0.0.1:3001/': receiver.url }) + more;
  const serve: ServerSample = {
    name: 'the proxy',
    install: (folder) => writeFileSync(join(folder, '.env'), proxySettings),
    command: () => [process.execPath, CLI, 'serve', '--env-file', '.env'],
  };
  const proxy = await startSample(t, serve, { CRYPTO_CHECKOUT_ORDER_SECRET: '', DATABASE_URL: '' });
  await isUp(`${proxy.url}crypto-checkout/readyz`, proxy.output);
  return {
    settings,
    receiver,
    proxyUrl: proxy.url.replace(/\/$/, ''),
    proxyOutput: proxy.output,
    control: (path, body) => control(sandbox.url, path, body),
  };
}

/** Starts the page of the order A-1001 beside the database of the receiver. @returns its address */
async function startPage(
  t: TestContext,
  sample: ServerSample,
  { settings, receiver: { folder } }: Behind,
  port?: number,
): Promise<string> {
  const page = await startSample(t, withSettings(sample, settings), {}, { folder, ...(port && { port }) });
  await isUp(page.url, page.output);
  return page.url;
}

/**
 * Starts a shop as the page "Other languages" builds it: its settings, the proxy, nginx, the receiver, and the page of the
 * order A-1001.
 */
export async function startLanguageShop(t: TestContext, language: ShopLanguage): Promise<LanguageShop> {
  const behind = await startBehind(t, language);
  const { proxyUrl } = behind;
  const pageUrl = await startPage(t, language.page(proxyUrl), behind);
  const location = replaced(blockOf('nginx'), { 'http://127.0.0.1:4000': proxyUrl });
  const shopUrl = await runNginx(
    t,
    (folder, port) => `
      pid ${join(folder, 'nginx.pid')};
      events {}
      http {
        access_log off;
        ${temporaryPaths(folder)}
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass ${pageUrl}; }
          ${location}
        }
      }`,
  );
  await isUp(shopUrl, behind.proxyOutput);
  return { ...behind, shopUrl };
}

/** Starts a shop as the page "Other languages" tries it: without a web server, with the address of the proxy in the page. */
export async function startShopWithoutWebServer(
  t: TestContext,
  language: ShopLanguage,
): Promise<LanguageShop> {
  const port = await freePort();
  const origins = replaced(blockOf('ini', 1), { 'http://127.0.0.1:3000': `http://127.0.0.1:${port}` });
  const behind = await startBehind(t, language, `\n${origins}`);
  const { proxyUrl } = behind;
  const page = language.page(proxyUrl, `${proxyUrl}/crypto-checkout`);
  return { ...behind, shopUrl: await startPage(t, page, behind, port) };
}

/** The block of a language on the page, of which it has so many. */
function blockOf(language: 'ini' | 'nginx', index = 0): string {
  const blocks = blocksOf('OtherLanguages.mdx').filter((each) => each.language === language);
  const block = blocks[index];
  assert.ok(
    block && blocks.length === (language === 'ini' ? 2 : 1),
    `the page has other blocks of ${language}`,
  );
  return block.text;
}

/** The sample with its settings, loaded as the page describes. */
function withSettings<Server extends ServerSample>(sample: Server, settings: string): Server {
  return {
    ...sample,
    install: (folder, port) => {
      sample.install(folder, port);
      writeFileSync(join(folder, '.env'), settings);
    },
    command: (port) => ['sh', '-c', `set -a; . ./.env; set +a; exec ${sample.command(port).join(' ')}`],
  };
}

async function isUp(url: string, output: () => string): Promise<void> {
  await until(
    async () => (await fetch(url).catch(() => null))?.status ?? output(),
    `an answer of ${url}`,
    (status) => status === 200,
  );
}
