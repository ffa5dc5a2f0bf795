import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ServiceClient } from '../../src/service/index.js';
import { createWithdrawalClient } from '../../src/service/node.js';
import {
  createdText,
  invoiceText,
  objectText,
  startService,
  success,
  withdrawalText,
} from './scripted-service.js';

interface WrittenNumber {
  /** As the service writes it. */
  readonly written: string;
  /** The same value as plain digits, built from the parts and not by the code under test. */
  readonly plain: string;
}

/** `digits` with the point at that many places from its right end. */
function plainDigits(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0');
  const whole = padded.slice(0, padded.length - places).replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(padded.length - places).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const eighteenDecimals: fc.Arbitrary<WrittenNumber> = fc
  .tuple(fc.bigInt(0n, 10n ** 15n), fc.bigInt(0n, 10n ** 18n - 1n))
  .map(([whole, part]) => {
    const fraction = part.toString().padStart(18, '0');
    return { written: `${whole}.${fraction}`, plain: plainDigits(`${whole}${fraction}`, 18) };
  });

const tiny: fc.Arbitrary<WrittenNumber> = fc
  .tuple(
    fc.integer({ min: 1, max: 9 }),
    fc.nat(999_999),
    fc.integer({ min: 1, max: 18 }),
    fc.constantFrom('e', 'E'),
  )
  .map(([lead, rest, exponent, e]) => {
    const fraction = String(rest).padStart(6, '0');
    const written = `${lead}.${fraction}${e}-${String(exponent).padStart(2, '0')}`;
    return { written, plain: plainDigits(`${lead}${fraction}`, 6 + exponent) };
  });

const huge: fc.Arbitrary<WrittenNumber> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 15, max: 30 }), fc.constantFrom('e', 'e+'))
  .map(([lead, exponent, e]) => ({
    written: `${lead}${e}${exponent}`,
    plain: `${lead}${'0'.repeat(exponent)}`,
  }));

const number: fc.Arbitrary<WrittenNumber> = fc.oneof(
  eighteenDecimals,
  tiny,
  huge,
  fc.constantFrom({ written: '1e-07', plain: '0.0000001' }, { written: '1e21', plain: `1${'0'.repeat(21)}` }),
);

interface Call {
  /** field of the document: where the client's value has it */
  readonly fields: Readonly<Record<string, string>>;
  readonly answer: (fields: Record<string, string>) => string;
  readonly value: (client: ServiceClient) => Promise<object | undefined>;
}

const created = {
  amount: 'amount',
  amount_usd: 'amountUsd',
  amount_in_fiat: 'fiatAmount',
  fee: 'fee',
  service_fee: 'serviceFee',
} as const;
const paid = {
  ...created,
  amount_to_pay: 'amountToPay',
  amount_paid: 'amountPaid',
  to_surcharge: 'amountMissing',
  received: 'received',
} as const;
const statuses = ['all', 'created', 'paid', 'overpaid', 'partial', 'canceled'];
const PERIOD = { start: new Date('2026-11-21'), end: new Date('2026-11-21') };
const CURRENCY = '{"code":"ETH","short_code":"ETH"}';

async function firstOf<T>(list: AsyncIterable<T>): Promise<T | undefined> {
  for await (const entry of list) return entry;
  return undefined;
}

const CALLS: Readonly<Record<string, Call>> = {
  'create invoice': {
    fields: created,
    answer: createdText,
    value: (client) => client.createInvoice({ amount: '1', currency: 'USD' }),
  },
  'invoice information': {
    fields: paid,
    answer: (fields) => `[${invoiceText(fields)}]`,
    value: async (client) => (await client.invoices(['ABCD1234'])).get('INV-ABCD1234'),
  },
  'list invoices': {
    fields: paid,
    answer: (fields) => `[${invoiceText(fields)}]`,
    value: (client) => firstOf(client.listInvoices(PERIOD)),
  },
  'statistics': {
    fields: Object.fromEntries(statuses.map((status) => [status, status])),
    answer: (amount) => {
      const count = objectText(Object.fromEntries(statuses.map((status) => [status, '0'])));
      return objectText({ count, amount: objectText(amount) });
    },
    value: async (client) => (await client.statistics(PERIOD)).amountUsd,
  },
  'balances': {
    fields: {
      balance_crypto: 'balance',
      balance_usd: 'balanceUsd',
      available_balance: 'available',
      available_balance_usd: 'availableUsd',
    },
    answer: (fields) => `[${objectText({ currency: CURRENCY, ...fields })}]`,
    value: async (client) => (await client.balances())[0],
  },
};

/** That many different numbers, one for each field, in every run. */
function numbersFor(fields: Readonly<Record<string, string>>) {
  const count = Object.keys(fields).length;
  return fc.array(number, { minLength: count, maxLength: count });
}

async function checkDigits(
  fields: Readonly<Record<string, string>>,
  read: (written: Record<string, string>, numbers: readonly WrittenNumber[]) => Promise<object | undefined>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(numbersFor(fields), async (numbers) => {
      const keys = Object.keys(fields);
      const written = Object.fromEntries(keys.map((key, index) => [key, numbers[index]?.written ?? '']));
      const value: Record<string, unknown> = { ...(await read(written, numbers)) };
      const found = Object.values(fields).map((name) => value[name]);
      assert.deepEqual(
        found,
        numbers.map(({ plain }) => plain),
      );
    }),
    { numRuns: 40 },
  );
}

async function startAnswering(t: TestContext) {
  let result = '';
  const started = await startService(t, (response, entry) => success(result)(response, entry));
  return { ...started, answerWith: (text: string) => void (result = text) };
}

for (const [name, { fields, answer, value }] of Object.entries(CALLS)) {
  test(`every digit of every amount of ${name} survives`, async (t) => {
    const { client, answerWith } = await startAnswering(t);
    await checkDigits(fields, (written) => {
      answerWith(answer(written));
      return value(client);
    });
  });
}

test('every digit of every amount of a withdrawal survives, also in the request', async (t) => {
  const { url, requested, answerWith } = await startAnswering(t);
  const client = createWithdrawalClient({
    url,
    withdrawalKey: 'key',
    limiter: { take: (_, send) => send() },
  });
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const sendable = fc.oneof(eighteenDecimals, huge).filter(({ plain }) => plain !== '0');
  await fc.assert(
    fc.asyncProperty(sendable, number, number, number, async (asking, usd, fee, serviceFee) => {
      answerWith(
        withdrawalText({
          currency: '"ETH"',
          address: JSON.stringify(address),
          amount: asking.written,
          amount_usd: usd.written,
          fee: fee.written,
          service_fee: serviceFee.written,
        }),
      );
      const got = await client.withdraw({ currency: 'ETH', address, amount: asking.written });
      assert.deepEqual(
        [got.amount, got.amountUsd, got.fee, got.serviceFee],
        [asking, usd, fee, serviceFee].map(({ plain }) => plain),
      );
      assert.ok(requested.at(-1)?.body.endsWith(`"amount":${asking.plain}}`), requested.at(-1)?.body);
    }),
    { numRuns: 40 },
  );
});
