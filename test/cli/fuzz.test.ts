import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidArgumentError } from 'commander';
import fc from 'fast-check';
import * as parsers from '../../src/cli/base/arguments.js';
import { redactedServiceUrl } from '../../src/cli/base/environment.js';
import { run } from '../../src/cli/run.js';
import { mutatedText } from '../faults/mutations.js';
import { assertLinear, assertUnpolluted } from '../faults/parser-properties.js';
import { ORDER_SECRET } from './command-line.js';

const { amount, currencyCode, currencyCodes, day, duration, fiatCode, lifetimeMinutes, wholeNumber } =
  parsers;
const PARSERS = {
  amount,
  currencyCode,
  currencyCodes,
  day,
  duration,
  fiatCode,
  lifetimeMinutes,
  wholeNumber,
};

const argument = mutatedText(
  '49.90',
  'USDT_TRC20',
  'BTC,ETH',
  '2026-11-21',
  '21.11.2026',
  'EUR',
  '30',
  '1h',
  '--',
  '-',
);
const spoken = argument.filter((text) => !text.startsWith('@'));

/** Colors, cursors, bells: no typed text may control the terminal. */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

/** The arguments before the last value of a valid line; none of these commands sends a request before it has parsed it. */
const LINES: readonly (readonly string[])[] = [
  ['invoice', 'create', '--amount', '5', '--pay-in'],
  ['invoice', 'create', '--amount'],
  ['invoice', 'create', '--amount', '5', '--currency'],
  ['invoice', 'create', '--amount', '5', '--minutes'],
  ['invoice', 'list', '--from'],
  ['invoice', 'info'],
  ['invoice', 'cancel'],
  ['statistics', '--to'],
  ['wallet', 'create', '--currency', 'BTC', '--customer'],
  ['checkout', 'show'],
  ['checkout', 'list', '--store'],
  ['event', 'resend'],
  ['event', 'trigger'],
  ['event', 'listen', '--forward-to'],
  ['order-token', '--id', 'A-1', '--currency', 'EUR', '--amount'],
  ['order-token', '--amount', '5', '--currency', 'EUR', '--id'],
  ['customer-token', '--id'],
  ['withdraw', '--currency', 'BTC', '--to', 'x', '--amount'],
  ['sandbox', 'advance'],
  ['sandbox', 'fail', '--url', 'http://127.0.0.1:1'],
  ['sandbox', 'pay', '--url', 'http://127.0.0.1:1'],
  ['--env-file'],
  [],
];

async function typed(args: readonly string[]) {
  let said = '';
  const write = (text: string) => void (said += text);
  const exitCode = await run(args, {
    env: { CRYPTO_CHECKOUT_ORDER_SECRET: ORDER_SECRET, CRYPTO_CHECKOUT_STORE: '/nowhere/at/all.sqlite' },
    write,
    writeError: write,
    drained: () => Promise.resolve(),
    isInteractive: false,
    hasColors: false,
    nowMs: () => Date.UTC(2026, 10, 21),
    signal: new AbortController().signal,
    ask: () => Promise.reject(new Error('no answer')),
  });
  return { exitCode, said };
}

describe('any input', () => {
  it('is accepted by each parser, or refused with the valid form', () => {
    const property = fc.property(fc.constantFrom(...Object.values(PARSERS)), argument, (parser, text) => {
      try {
        parser(text);
      } catch (error) {
        assert.ok(error instanceof InvalidArgumentError, String(error));
        assert.match(error.message, /^(Use|Name|Correct|Separate) .*\.$/s);
        assert.ok(error.message.length < 600);
      } finally {
        assertUnpolluted();
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('ends a command with a code of its own, in plain text, without revealing a secret', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...LINES),
      fc.array(spoken, { maxLength: 2 }),
      async (line, more) => {
        const { exitCode, said } = await typed([...line, ...more]);
        assert.ok([0, 1, 2].includes(exitCode), `exit code ${exitCode}`);
        assert.ok(!said.includes(ORDER_SECRET));
        assert.doesNotMatch(said, /\n {4}at |node:internal|Symbol\(/, said.slice(0, 500));
        assert.doesNotMatch(said, STEERING, JSON.stringify(said.slice(0, 500)));
        assertUnpolluted();
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });

  it('as an address of the service is accepted, or refused without a possible secret in it', () => {
    const url = mutatedText(
      'https://pay.example',
      'https://user:pass-w0rd@pay.example/?key=s3cret#x',
      'pay.example',
    );
    const property = fc.property(url, (text) => {
      const shown = redactedServiceUrl({ CRYPTO_CHECKOUT_SERVICE_URL: text }) ?? '';
      let said = shown;
      try {
        parsers.serviceUrl(text);
      } catch (error) {
        assert.ok(error instanceof TypeError, String(error));
        said += error.message;
      }
      assert.doesNotMatch(said, /pass-w0rd|s3cret/);
      assert.ok(said.length < 1_000, said.slice(0, 200));
      assert.doesNotMatch(said, STEERING);
    });
    // The dot does not match a line end.
    const examples: [string][] = [['https:\u2028//user:pass-w0rd@pay.example/']];
    fc.assert(property, { numRuns: 1_000, examples });
  });

  it('is parsed in time proportional to its length', async () => {
    for (const parser of Object.values(PARSERS))
      for (const letter of ['9', '0,', 'BTC,', ' ', '.', '-'])
        await assertLinear(3_000, (size) => {
          try {
            return parser(letter.repeat(size));
          } catch (error) {
            return assert.ok(error instanceof InvalidArgumentError);
          }
        });
  });
});
