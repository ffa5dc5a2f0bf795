import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metricsAddress, listenAddress, proxyOptions } from '../../src/cli/base/serve-config.js';
import { processTerminal } from '../../src/cli/base/terminal.js';
import { commandLine } from '../cli/command-line.js';
import { pageText } from './docs-text.js';

/** Enough for `serve` to go on to the next variable. */
const SET: Readonly<Record<string, string>> = {
  CRYPTO_CHECKOUT_SERVICE_URL: 'https://pay.example',
  CRYPTO_CHECKOUT_API_KEY: 'k',
  CRYPTO_CHECKOUT_SHOP_ID: 's',
  CRYPTO_CHECKOUT_ORDER_SECRET: 'o',
  CRYPTO_CHECKOUT_WEBHOOK_URL: 'https://shop.example',
  CRYPTO_CHECKOUT_WEBHOOK_SECRET: 'w',
};

/** The rows of the table, a name and what it holds each. */
const rows = [...pageText('Operating.mdx').matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|$/gm)].map(
  ([, name, meaning]) => [name, meaning],
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
  for (const settings of [proxyOptions, listenAddress, metricsAddress]) settings({ ...terminal, env });
  assert.deepEqual(rows.map(([name]) => name).sort(), [...read].sort());
});

test('serve --help shows the same, in the same words', async (t) => {
  const { output } = await (await commandLine(t)).type(['serve', '--help']);
  const shown = [...output.matchAll(/^ {2}([A-Z_]+) {2,}(.*)$/gm)].map(([, name, meaning]) => [
    name,
    meaning,
  ]);
  assert.deepEqual(shown, rows);
});
