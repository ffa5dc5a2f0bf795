import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startSandbox } from '../../src/sandbox/index.js';
import { runNginx, temporaryPaths } from '../postgres/nginx.js';
import { until } from '../proxy/test-environment.js';
import type { Shop } from '../server-example/payer.js';
import { blocksOf, replaced } from './docs-text.js';
import type { ShopLanguage } from './language-samples.js';
import { SECRET, startReceiver, startSample, type Receiver, type ServerSample } from './receiver.js';
import { CLI } from './sample-folder.js';

export interface LanguageShop extends Shop {
  readonly receiver: Receiver;
  /** The output of the proxy. */
  readonly proxyOutput: () => string;
}

/**
 * Starts a shop as the page "Other languages" builds it: its settings, the proxy, nginx, the receiver, and the page of the
 * order A-1001.
 */
export async function startLanguageShop(t: TestContext, language: ShopLanguage): Promise<LanguageShop> {
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
  receiver.sells('A-1001');

  const proxySettings = replaced(settings, { 'http://127.0.0.1:3001/': receiver.url });
  const serve: ServerSample = {
    name: 'the proxy',
    install: (folder) => writeFileSync(join(folder, '.env'), proxySettings),
    command: () => [process.execPath, CLI, 'serve', '--env-file', '.env'],
  };
  const proxy = await startSample(t, serve, { CRYPTO_CHECKOUT_ORDER_SECRET: '', DATABASE_URL: '' });
  await isUp(`${proxy.url}crypto-checkout/readyz`, proxy.output);
  const proxyUrl = proxy.url.replace(/\/$/, '');

  const page = await startSample(t, withSettings(language.page(proxyUrl), settings), {});
  await isUp(page.url, page.output);
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
          location / { proxy_pass ${page.url}; }
          ${location}
        }
      }`,
  );
  await isUp(shopUrl, page.output);
  return {
    shopUrl,
    receiver,
    proxyOutput: proxy.output,
    control: async (path, body) => {
      const sent = await fetch(`${sandbox.url}/_sandbox/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      });
      assert.ok(sent.ok, await sent.text());
    },
  };
}

function blockOf(language: 'ini' | 'nginx'): string {
  const [block, ...others] = blocksOf('OtherLanguages.mdx').filter((each) => each.language === language);
  assert.ok(block && others.length === 0, `the page has one block of ${language}`);
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
    (status) => status === 200,
    `an answer of ${url}`,
  );
}
