import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { problemOf, SECRETS, startEnvironment } from '../proxy/test-environment.js';
import { until } from '../until.js';
import { blocksOf } from './docs-text.js';
import { SHOP_LANGUAGES } from './language-samples.js';
import { SAMPLES_FOLDER } from './readme-text.js';
import { PROMISES } from './receiver-promises.js';
import { SECRET, startReceiver, type Sample } from './receiver.js';
import { temporaryFolder } from '../temporary-folder.js';

type CommandLine = readonly [command: string, ...args: string[]];

interface Language {
  readonly name: string;
  readonly orderToken: CommandLine;
}

/** `npm run test:more` installs them: a sample that is not run may be wrong. */
const LANGUAGES: readonly Language[] = [
  { name: 'PHP', orderToken: ['php', 'order_token.php'] },
  { name: 'Python', orderToken: ['python3', 'order_token.py'] },
  { name: 'Ruby', orderToken: ['ruby', 'order_token.rb'] },
  { name: 'Go', orderToken: ['go', 'run', 'order_token.go'] },
  { name: 'Java', orderToken: ['java', 'OrderToken.java'] },
];

/** The file with the function, as a program of a shop that runs `code` and prints its `link`. */
const LINKS: Readonly<Record<string, (file: string, code: string) => string>> = {
  'order_token.php': (_, code) =>
    `<?php require '${SAMPLES_FOLDER}/php/order_token.php'; ${code} echo $link;`,
  'order_token.py': (file, code) => file.replace(/if __name__[^]*/, `${code}\nprint(link)\n`),
  'order_token.rb': (_, code) => `require '${SAMPLES_FOLDER}/ruby/order_token'\n${code}\nputs link`,
  'order_token.go': (file, code) =>
    file.replace(/func main[^]*/, `func main() {\n${code}\nfmt.Println(link)\n}`),
  'OrderToken.java': (file, code) =>
    file.replace(/(void main.*\{)[^]*/, `$1\n${code}\nSystem.out.println(link);\n}\n}`),
};

/** Programs of a shop that import the function from the file. */
const IMPORTS: readonly Language[] = [
  {
    name: 'PHP',
    orderToken: ['php', '-r', "require 'order_token.php'; echo order_token('A-1', '1', 'EUR');"],
  },
  {
    name: 'Python',
    orderToken: ['python3', '-c', "import order_token as it; print(it.order_token('A-1', '1', 'EUR'))"],
  },
  {
    name: 'Ruby',
    orderToken: ['ruby', '-e', "require './order_token'; puts order_token('A-1', '1', 'EUR')"],
  },
];

async function orderTokenBy(
  { name, orderToken: [command, ...args] }: Language,
  secret: string,
  order: readonly string[],
) {
  // Java formats numbers for the locale of its machine by default.
  const JAVA_TOOL_OPTIONS = '-Duser.language=ar -Duser.country=EG';
  const env = {
    ...process.env,
    JAVA_TOOL_OPTIONS,
    // The folder of the samples is packed.
    PYTHONDONTWRITEBYTECODE: '1',
    CRYPTO_CHECKOUT_ORDER_SECRET: secret,
  };
  const cwd = join(SAMPLES_FOLDER, name.toLowerCase());
  return promisify(execFile)(command, [...args, ...order], { cwd, env, timeout: 90_000 });
}

const ORDER = {
  id: 'A-1001',
  amount: '90071992547409.93',
  currency: 'EUR',
  description: 'Käffchen "zwei" \\ 2',
};

async function signsAnOrder(t: TestContext, language: Language): Promise<void> {
  const environment = await startEnvironment(t, { isIdle: true });
  // The older secret, which the proxy may still use, follows the new one.
  const secrets = `${SECRETS.orderSecret}, another-secret-of-more-than-32-bytes`;
  const { stdout } = await orderTokenBy(language, secrets, Object.values(ORDER));
  const opened = await environment.call('POST', '/checkouts', { body: { order: stdout.trim() } });
  assert.equal(opened.status, 201, await opened.clone().text());
  const { order } = (await opened.json()) as { order: Readonly<Record<string, unknown>> };
  assert.deepEqual({ ...order, ...ORDER }, order);
  const refused = await environment.call('POST', '/checkouts', { body: { order: cheaper(stdout.trim()) } });
  assert.equal((await problemOf(refused)).code, 'order_not_found');
}

/** The claims that every order has. */
const CLAIMS = ['amount', 'currency', 'exp', 'iat', 'sub'];

const claimsOf = (token: string) =>
  Object.keys(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).sort();

async function signsOnlyWhatIsGiven(_: TestContext, language: Language): Promise<void> {
  const { stdout } = await orderTokenBy(language, SECRETS.orderSecret, ['A-1001', '49.00', 'EUR']);
  assert.deepEqual(claimsOf(stdout), CLAIMS);
}

async function canBeImported(_: TestContext, language: Language): Promise<void> {
  const { stdout, stderr } = await orderTokenBy(language, SECRETS.orderSecret, []);
  assert.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n?$/, 'the shop prints one token, and the file nothing');
  assert.deepEqual(claimsOf(stdout), CLAIMS);
  assert.equal(stderr, '');
}

async function createsALink(t: TestContext, { name, orderToken }: Language): Promise<void> {
  const publicUrl = 'https://pay.shop.example/crypto-checkout';
  const environment = await startEnvironment(t, { isIdle: true, proxy: { publicUrl } });
  const file = orderToken.at(-1) ?? '';
  const [block, ...others] = blocksOf('OtherLanguages.mdx').filter(
    ({ language }) => language === name.toLowerCase(),
  );
  assert.ok(block && others.length === 0, `the page has one block of ${name}`);
  const folder = temporaryFolder(t);
  const program =
    LINKS[file]?.(await readFile(join(SAMPLES_FOLDER, name.toLowerCase(), file), 'utf8'), block.text) ?? '';
  await writeFile(join(folder, file), program);
  const env = {
    ...process.env,
    CRYPTO_CHECKOUT_ORDER_SECRET: SECRETS.orderSecret,
    CRYPTO_CHECKOUT_PUBLIC_URL: publicUrl,
  };
  const [command, ...args] = orderToken;
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env, timeout: 90_000 });
  const link = stdout.trim();
  assert.ok(link.startsWith(`${publicUrl}/pay/`), link);
  const page = await environment.call('GET', link.slice(publicUrl.length));
  assert.equal(page.status, 200);
  assert.match(await page.text(), /A-1001.*€49\.00/s);
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

async function takesAnEvent(t: TestContext, sample: Sample): Promise<void> {
  const receiver = await startReceiver(t, sample, { CRYPTO_CHECKOUT_TEST_MODE: '1' });
  await receiver.sells('A-1');
  const environment = await startEnvironment(t, {
    proxy: { onEvent: undefined, webhook: { url: receiver.url, secrets: [SECRET] } },
  });
  const { id } = await environment.open();
  const { invoice } = await environment.choose(id);
  await environment.control('payments', { uuid: invoice?.id });
  await environment.becomes(id, 'paid');
  await until(
    () => receiver.output(),
    'the order is fulfilled',
    (text) => text.includes('order A-1 is paid'),
  );
  assert.deepEqual(await receiver.shipments(), ['A-1']);
}

describe('the snippets for shops in other languages', { concurrency: 2 }, () => {
  for (const language of LANGUAGES) {
    const { name } = language;
    it(`${name} signs an order, and the proxy opens a checkout of exactly that amount`, (t) =>
      signsAnOrder(t, language));
    it(`${name} signs no description by default`, (t) => signsOnlyWhatIsGiven(t, language));
    it(`${name} refuses a secret that is too short, and does not show it`, (t) =>
      refusesAShortSecret(t, language));
    it(`${name} creates a payment link that opens`, (t) => createsALink(t, language));
  }
  for (const shop of IMPORTS)
    it(`${shop.name} can create a token for a page of the shop`, (t) => canBeImported(t, shop));
  for (const { receiver: sample } of SHOP_LANGUAGES) {
    it(`${sample.name} fulfills an order when the proxy reports it as paid`, (t) => takesAnEvent(t, sample));
    for (const [promise, keeps] of PROMISES) it(`${sample.name} ${promise}`, (t) => keeps(t, sample));
  }
});
