import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { signWebhook } from '../../src/proxy/webhooks.js';
import { problemOf, SECRETS, startWorld, until } from '../proxy/world.js';
import { paidEvent } from '../server-example/paid-event.js';
import { freePort, readme, root } from './readme-text.js';

const docs = join(root, '.github/docs');
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Language {
  readonly name: string;
  /** Says that it is installed, by its output. */
  readonly probe: readonly [command: string, args: readonly string[], said: RegExp];
  readonly orderToken: readonly [command: string, ...args: string[]];
  readonly webhook?: (port: number) => readonly [command: string, ...args: string[]];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'PHP',
    probe: ['php', ['-m'], /^json$/m],
    orderToken: ['php', 'order_token.php'],
    webhook: (port) => ['php', '-S', `127.0.0.1:${port}`, 'webhook.php'],
  },
  {
    name: 'Python',
    probe: ['python3', ['--version'], /^Python 3/],
    orderToken: ['python3', 'order_token.py'],
    webhook: () => ['python3', 'webhook.py'],
  },
  { name: 'Ruby', probe: ['ruby', ['--version'], /^ruby/], orderToken: ['ruby', 'order_token.rb'] },
  { name: 'Go', probe: ['go', ['version'], /^go version/], orderToken: ['go', 'run', 'order_token.go'] },
  {
    name: 'Java',
    // A runtime alone cannot run a source file.
    probe: ['java', ['--list-modules'], /^jdk\.compiler/m],
    orderToken: ['java', 'OrderToken.java'],
  },
];

function isInstalled({ probe: [command, args, said] }: Language): boolean {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 && said.test(stdout);
}

async function orderTokenBy(
  { orderToken: [command, ...args] }: Language,
  secret: string,
  order: readonly string[],
) {
  const env = { ...process.env, CRYPTO_CHECKOUT_ORDER_SECRET: secret };
  const cwd = join(docs, 'order-token');
  return promisify(execFile)(command, [...args, ...order], { cwd, env, timeout: 90_000 });
}

const ORDER = {
  id: 'A-1001',
  amount: '1234.00000000000000001',
  currency: 'EUR',
  description: 'Käffchen "zwei" \\ 2',
};

async function signsAnOrder(t: TestContext, language: Language): Promise<void> {
  const world = await startWorld(t, { isIdle: true });
  // The older secret, which the proxy may still know, stands behind the new one.
  const secrets = `${SECRETS.orderSecret}, another-secret-of-more-than-32-bytes`;
  const { stdout } = await orderTokenBy(language, secrets, Object.values(ORDER));
  const opened = await world.call('POST', '/checkouts', { body: { order: stdout.trim() } });
  assert.equal(opened.status, 201, await opened.clone().text());
  const { order } = (await opened.json()) as { order: Readonly<Record<string, unknown>> };
  assert.deepEqual({ ...order, ...ORDER }, order);
  const refused = await world.call('POST', '/checkouts', { body: { order: cheaper(stdout.trim()) } });
  assert.equal((await problemOf(refused)).code, 'order_not_found');
}

/** The same token with another price, and the signature as it was. */
function cheaper(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const text = Buffer.from(payload, 'base64url').toString();
  assert.ok(text.includes(ORDER.amount));
  const altered = Buffer.from(text.replace(ORDER.amount, '0.01')).toString('base64url');
  return [header, altered, signature].join('.');
}

async function refusesAShortSecret(_: TestContext, language: Language): Promise<void> {
  const short = 'a-secret-of-31-bytes-0123456789';
  await assert.rejects(orderTokenBy(language, short, Object.values(ORDER)), (error: Error) => {
    assert.match(error.message, /CRYPTO_CHECKOUT_ORDER_SECRET needs 32 bytes: openssl rand -base64 32/);
    assert.doesNotMatch(error.message, /a-secret-of/);
    return true;
  });
}

async function takesAnEvent(t: TestContext, language: Language): Promise<void> {
  const port = await freePort();
  const [command, ...args] = language.webhook?.(port) ?? [''];
  const env = { ...process.env, CRYPTO_CHECKOUT_WEBHOOK_SECRET: WEBHOOK_SECRET, EVENTS_PORT: String(port) };
  const shop = spawn(command, args, { cwd: join(docs, 'webhooks'), env });
  t.after(() => shop.kill('SIGTERM'));
  let said = '';
  for (const stream of [shop.stdout, shop.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const url = `http://127.0.0.1:${port}/`;
  await until(
    () => fetch(url).catch(() => null),
    (answer) => answer !== null,
    `${language.name} listens`,
  );

  const world = await startWorld(t, {
    proxy: { onEvent: undefined, webhook: { url, secrets: [WEBHOOK_SECRET] } },
  });
  const { id } = await world.open();
  const { invoice } = await world.choose(id);
  await world.control('payments', { uuid: invoice?.id });
  await world.becomes(id, 'paid');
  await until(
    () => said,
    (text) => text.includes('checkout.paid for A-1'),
    'the event is taken',
  );
  await refuses(url);
}

/** What is altered, of another secret, old, or not signed at all. */
async function refuses(url: string): Promise<void> {
  const event = paidEvent('A-2');
  const { headers, body } = await signWebhook(event, WEBHOOK_SECRET);
  const other = await signWebhook(event, `whsec_${Buffer.alloc(32, 8).toString('base64')}`);
  const old = await signWebhook(event, WEBHOOK_SECRET, { sentAtMs: Date.now() - 3_600_000 });
  const post = async (init: RequestInit) => (await fetch(url, { method: 'POST', ...init })).status;
  assert.equal(await post({ headers, body: body.replace('A-2', 'A-3') }), 400);
  for (const request of [{ ...other }, { ...old }, { body }]) assert.equal(await post(request), 400);
  assert.equal(await post({ headers, body }), 204);
}

describe('the snippets for shops in other languages', { concurrency: 2 }, () => {
  for (const language of LANGUAGES) {
    const { name } = language;
    const promises = [
      ['signs an order, and the proxy opens a checkout of exactly that amount', signsAnOrder],
      ['refuses a secret that is too short, and does not show it', refusesAShortSecret],
      ...(language.webhook
        ? [['takes an event that the proxy delivers, and nothing else', takesAnEvent] as const]
        : []),
    ] as const;
    const isThere = isInstalled(language);
    for (const [promise, keeps] of promises) {
      if (isThere) it(`${name} ${promise}`, (t) => keeps(t, language));
      else it(`${name} is not installed: not run: ${promise}`, () => undefined);
    }
  }

  it('stand in the readme as they are run', () => {
    for (const { orderToken, webhook } of LANGUAGES) {
      const files = [
        join('order-token', orderToken.at(-1) ?? ''),
        webhook && join('webhooks', webhook(1).at(-1) ?? ''),
      ];
      for (const file of files) {
        if (!file) continue;
        const text = readFileSync(join(docs, file), 'utf8').trimEnd();
        assert.ok(readme.includes(`\n${text}\n\`\`\`\n`), `${file}: copy it into the readme`);
      }
    }
  });
});
