import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import {
  listenAddress,
  merchantAddress,
  metricsAddress,
  proxyOptions,
} from '../../src/cli/base/serve-config.js';
import { processTerminal } from '../../src/cli/base/terminal.js';
import { VARIABLE_NAMES, VARIABLES } from '../../src/cli/base/variables.js';
import { optionsSchema } from '../../src/proxy/options/schema.js';
import { commandLine } from '../cli/command-line.js';
import { pageText } from './docs-text.js';

const webhookSecret = (letter: string) => `whsec_${btoa(letter.repeat(32))}`;

/** Enough for `serve` to continue with the next variable. */
const SET: Readonly<Record<string, string>> = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'https://pay.example',
  CRYPTO_CHECKOUT_API_KEY: 'k',
  CRYPTO_CHECKOUT_SHOP_ID: 's',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'o'.repeat(32),
  CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: webhookSecret('w'),
  CRYPTO_CHECKOUT_MERCHANT_SECRET: 's'.repeat(32),
};

/** The options that no variable can express, and the reasons. */
const WITHOUT_VARIABLE: Readonly<Record<string, string>> = {
  'service.fetch': 'a function',
  'solanaRpc.headers': 'an object; most nodes take their key in the URL',
  'orders': 'a function',
  'customers': 'a function',
  'onEvent': 'a function',
  'clock': 'an object of functions, for tests',
  'logger': 'an object of functions',
  'merchant.separate': 'set by CRYPTO_CHECKOUT_MERCHANT_PORT',
};

/** The rows of the table, a name and what it holds each. */
const rows = [...pageText('Operating.mdx').matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|$/gm)].map(
  // The formatter escapes an underscore before a sign.
  ([, name, meaning = '']) => [name, meaning.replaceAll('\\_', '_')],
);

test('the table of the documentation has every variable that serve reads, and no other', () => {
  const terminal = processTerminal();
  const read = new Set<string>();
  const env = new Proxy(SET, {
    get: (target, name) => {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
  for (const settings of [proxyOptions, listenAddress, merchantAddress, metricsAddress])
    settings({ ...terminal, env });
  assert.deepEqual(rows.map(([name]) => name).sort(), [...read].sort());
});

test('help variables shows the same text', async (t) => {
  const { output } = await (await commandLine(t)).type(['help', 'variables']);
  const [ofServe = ''] = output.split('\n\nVariables of payouts');
  const shown = [...ofServe.matchAll(/^ {2}([A-Z_]+)\n {6}(.*)$/gm)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  assert.deepEqual(shown, rows);
});

/** The schemas of valibot, with the fields that are read. */
interface Schema {
  readonly kind: 'schema';
  readonly wrapped?: Schema;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly pipe?: unknown;
  readonly getter?: (input: unknown) => Schema;
}

/** The paths of all options: those of an object that is checked as a whole, such as a lifetime, are one. */
function pathsOf(schema: Schema, path = ''): readonly string[] {
  const { getter, entries, pipe } = schema.wrapped ?? schema;
  // It has another form than that of an object.
  if (getter) return [path, ...pathsOf(getter({}), path)];
  if (!entries || pipe) return [path];
  return Object.entries(entries).flatMap(([name, inner]) =>
    pathsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The options without a variable or a reason. */
function unreachable(schema: Schema): readonly string[] {
  const set = VARIABLE_NAMES.map((name) => VARIABLES[name].option);
  return pathsOf(schema).filter((path) => !set.includes(path) && WITHOUT_VARIABLE[path] === undefined);
}

test('every option of the proxy has a variable, or a reason why it has none', () => {
  assert.deepEqual(unreachable(optionsSchema), []);
  const known = pathsOf(optionsSchema);
  const named = VARIABLE_NAMES.flatMap((name) => VARIABLES[name].option ?? []);
  for (const path of [...named, ...Object.keys(WITHOUT_VARIABLE)])
    assert.ok(known.includes(path), `the proxy has no option ${path}`);
});

test('a new option without either is detected, also within another', () => {
  const { entries } = optionsSchema;
  const changed = v.strictObject({
    ...entries,
    service: v.strictObject({ ...entries.service.entries, region: v.optional(v.string()) }),
    rateLimits: v.optional(v.lazy(() => v.strictObject({ paymentsPerMinute: v.number() }))),
    currency: v.string(),
  });
  const found = ['service.region', 'rateLimits.paymentsPerMinute', 'currency'];
  assert.deepEqual([...unreachable(changed)].sort(), found.sort());
});

/** Values other than those of SET and the defaults; all else is a number. */
const OTHERS: Readonly<Record<string, string>> = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'https://other.example',
  CRYPTO_CHECKOUT_API_KEY: 'k2',
  CRYPTO_CHECKOUT_SHOP_ID: 's2',
  CRYPTO_CHECKOUT_ORDER_SECRET: `${'o'.repeat(32)},${'p'.repeat(32)}`,
  CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://other.example',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: `${webhookSecret('w')},${webhookSecret('x')}`,
  CRYPTO_CHECKOUT_POSTBACK_SECRET: 'p',
  CRYPTO_CHECKOUT_STORE: 'other.sqlite',
  CRYPTO_CHECKOUT_ORIGINS: 'https://shop.example',
  CRYPTO_CHECKOUT_BASE_PATH: '/pay',
  CRYPTO_CHECKOUT_PUBLIC_URL: 'https://shop.example/crypto-checkout',
  CRYPTO_CHECKOUT_SOLANA_RPC: 'https://rpc.example/',
  CRYPTO_CHECKOUT_SHOP_LOGO: 'https://shop.example/logo.png',
  CRYPTO_CHECKOUT_SHOP_ACCENT: '#0b7247',
  CRYPTO_CHECKOUT_SHOP_URL: 'https://shop.example/',
  CRYPTO_CHECKOUT_SHOP_IMPRINT: 'https://shop.example/imprint',
  CRYPTO_CHECKOUT_TRUSTED_PROXIES: '10.0.0.0/8',
  CRYPTO_CHECKOUT_PUBLIC_METRICS: '1',
  CRYPTO_CHECKOUT_TEST_MODE: '1',
  CRYPTO_CHECKOUT_LONGEST_LIFETIME_MINUTES: '300',
  CRYPTO_CHECKOUT_TOLERANCE: '0.5%, EUR:1.00, JPY:200',
  CRYPTO_CHECKOUT_OFFERS: 'btc, USDT_TRC20',
  CRYPTO_CHECKOUT_SUPPORT_URL: 'mailto:help@shop.example',
  CRYPTO_CHECKOUT_RATE_LIMITS: '0',
  CRYPTO_CHECKOUT_MERCHANT_SECRET: 'm'.repeat(32),
  CRYPTO_CHECKOUT_ONE_PERSON_PAYOUTS: '1',
  CRYPTO_CHECKOUT_REFUNDS: 'email',
};

function optionsFor(env: Readonly<Record<string, string>>): unknown {
  const terminal = { ...processTerminal(), env: { ...SET, ...env }, writeError: () => undefined };
  return v.parse(optionsSchema, proxyOptions(terminal));
}

function valueAt(options: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), options);
}

for (const name of VARIABLE_NAMES) {
  const { option, byDefault } = VARIABLES[name];
  if (option === null) continue;
  test(`${name} sets ${option}, whose default its description states`, () => {
    const [usual, changed] = [{}, { [name]: OTHERS[name] ?? '7' }].map((env) =>
      valueAt(optionsFor(env), option),
    );
    assert.notDeepEqual(changed, usual);
    if (typeof usual === 'number') assert.equal(byDefault, String(usual));
  });
}
