import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createLineLogger, errorFields, redactSecrets } from '../../src/proxy/base/log.js';
import { fromCheckoutRow, fromInvoiceRow, toCheckoutRow, toInvoiceRow } from '../../src/proxy/store/rows.js';
import type { CheckoutRow, InvoiceRow } from '../../src/proxy/store/schema.js';
import { HOSTILE_TEXTS, mutatedJson, mutatedText } from '../faults/mutations.js';
import { assertUnpolluted, wholeText } from '../faults/parser-properties.js';
import { createHarness } from './fake-service.js';
import { anyCharacter } from '../any-character.js';

const PAYER = 'payer.of.the.fuzz@shop.example';

describe('rows that another program has written into the store', () => {
  it('are read, or refused with an error that reveals nothing about the payer', async (t) => {
    const { order, record } = await createHarness(t);
    const { checkoutId } = await order('A-1');
    const checkout = await record(checkoutId);
    const checkoutRow = toCheckoutRow({ ...checkout, email: PAYER });
    const invoiceRows = checkout.invoices.map((invoice) => toInvoiceRow(checkoutId, invoice));
    assert.equal(invoiceRows.length, 1);
    const [invoiceRow] = invoiceRows;
    assert.ok(invoiceRow);
    const changes = <Row extends object>(row: Row) =>
      fc
        .constantFrom(...Object.keys(row))
        .chain((key) => hostileColumn(Reflect.get(row, key)).map((value): Row => ({ ...row, [key]: value })));
    const rows: fc.Arbitrary<[CheckoutRow, InvoiceRow]> = fc.tuple(
      fc.oneof(fc.constant(checkoutRow), changes(checkoutRow)),
      changes(invoiceRow),
    );
    const count = { read: 0, refused: 0 };
    const property = fc.property(rows, ([one, invoice]) => {
      try {
        assert.equal(
          fromCheckoutRow(one, {
            ...{ decisions: [], refunds: [], transfer: null },
            invoices: [fromInvoiceRow(invoice, [])],
          }).invoices.length,
          1,
        );
        count.read += 1;
      } catch (error) {
        assert.ok(
          error instanceof Error && error.name !== 'TypeError' && error.name !== 'RangeError',
          String(error),
        );
        assert.ok(!wholeText(error).includes(PAYER));
        count.refused += 1;
      } finally {
        assertUnpolluted();
      }
    });
    fc.assert(property, { numRuns: 2_000 });
    assert.ok(count.read > 100 && count.refused > 20, JSON.stringify(count));
  });
});

/** A column holds text, a number or nothing. */
function hostileColumn(value: unknown): fc.Arbitrary<unknown> {
  const texts = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), mutatedText(String(value)));
  const json = typeof value === 'string' && value.startsWith('[') ? mutatedJson(['t1']) : texts;
  return fc.oneof(json, texts, fc.constantFrom(null, -1, 2 ** 53, 1e300, 0.5));
}

describe('every log entry', () => {
  const SECRETS = ['secret-aaaa', 'secret-aaaa-and-longer', 'sécret "quoted" \\ line', 'pass word/+='];

  const logged = (fields: object, message: string): string => {
    let text = '';
    const line = createLineLogger((written) => void (text += written));
    const logger = redactSecrets(line, SECRETS);
    for (const level of ['info', 'warn', 'error'] as const) logger[level](fields, message);
    return text;
  };
  const assertSilent = (text: string) => {
    for (const secret of SECRETS) {
      const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
      for (const form of forms) assert.ok(!text.includes(form), `${form} in ${text.slice(0, 500)}`);
    }
    assert.ok(!text.includes('and-longer'), 'the rest of a longer secret is a part of it');
  };

  it('holds no secret: in a message, a value, a key, a list, an error or its causes', () => {
    for (const secret of SECRETS) {
      const cause = new Error(`inner ${secret}`, { cause: new Error(`innermost ${secret}`) });
      const error = new TypeError(`outer ${secret}`, { cause });
      const aggregate = new AggregateError([error], `all of ${secret}`, { cause: error });
      for (const thrown of [error, aggregate, secret, { secret }, null])
        assertSilent(logged(errorFields(thrown), `failed: ${secret}`));
      assertSilent(logged({ [secret]: 1, list: [secret, [{ deep: { er: [secret] } }]] }, secret + secret));
      assertSilent(logged({ url: `https://x.example/?key=${encodeURIComponent(secret)}` }, 'a link'));
      assertSilent(logged({ body: JSON.stringify({ secret }) }, 'a body'));
    }
  });

  it('is one line of JSON, for any fields', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const throwing = { toJSON: () => assert.fail('a field that refuses') };
    const strange = fc.constantFrom<object>(
      { n: 10n },
      circular,
      { when: new Date(Number.NaN) },
      { throwing },
      { at: Symbol('x') },
      JSON.parse('{"__proto__":{"polluted":true}}'),
    );
    const fields = fc.oneof(
      fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withMap: true, withDate: true })),
      strange,
    );
    const property = fc.property(fields, fc.string({ unit: anyCharacter }), (each, message) => {
      const lines = logged(each, message).trimEnd().split('\n');
      assert.equal(lines.length, 3);
      for (const line of lines) JSON.parse(line);
      assertUnpolluted();
    });
    fc.assert(property, { numRuns: 500 });
  });
});
