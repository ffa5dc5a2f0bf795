import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CurrencyCode } from '../../src/payment/index.js';
import { validateAddress } from '../../src/payment/addresses/index.js';
import { withReusedAddresses } from '../../src/proxy/checkouts/checkout-repository.js';
import { parseOrder } from '../../src/proxy/domain/order.js';
import { NO_PAYMENT } from '../../src/proxy/domain/merge-status-reports.js';
import type { CheckoutRecord, CreatedInvoiceRecord } from '../../src/proxy/domain/record.js';
import { withInvoice } from '../../src/proxy/domain/record.js';
import { openStore } from '../../src/proxy/store/store.js';
import { LAW, law, laws } from './laws.js';
import { briefStore } from './test-stores.js';

const QUIET = { info() {}, warn() {}, error() {} };
/** With the checksum of EIP-55, or in bech32. */
const ACCOUNTS = {
  ETH: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  USDT_ERC20: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  BTC: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
} as const;
type Coin = keyof typeof ACCOUNTS;
const COINS: readonly Coin[] = ['ETH', 'USDT_ERC20', 'BTC'];

/** An address that the service returns for an invoice. */
interface Given {
  readonly checkout: number;
  readonly coin: Coin;
  readonly account: number;
  readonly spelling: 'as it is' | 'small' | 'capitals' | number;
  /** Whether the invoice is still polled when the next one is created. */
  readonly isPolled: boolean;
}

const given = fc.record<Given>({
  checkout: fc.nat(2),
  coin: fc.constantFrom(...COINS),
  account: fc.nat(1),
  // Each bit is the case of one letter.
  spelling: fc.oneof(fc.constantFrom('as it is' as const, 'small' as const, 'capitals' as const), fc.nat()),
  isPolled: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
});

function addressOf({ coin, account, spelling }: Given): string {
  const address: string = ACCOUNTS[coin][account] ?? assert.fail();
  // In base58, upper and lower case are different digits.
  if (spelling === 'as it is' || address.startsWith('1')) return address;
  if (address.startsWith('bc1')) return spelling === 'capitals' ? address.toUpperCase() : address;
  const [small, capitals] = [address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`];
  if (spelling === 'small') return small;
  if (spelling === 'capitals') return capitals;
  const letters = [...small].map((letter, at) =>
    at > 1 && (spelling >> (at % 31)) & 1 ? capitals[at] : letter,
  );
  return letters.join('');
}

function emptyCheckout(id: string): CheckoutRecord {
  const order = parseOrder({ id: `order of ${id}`, amount: '49.00', currency: 'EUR' });
  return {
    ...{ id, version: 1, order, issuedAtMs: 0, quotableUntilMs: null, reference: null },
    ...{ shop: { name: null }, email: null, current: null, paidBy: null, transfer: null },
    ...{ createdAtMs: 0, decisions: [], refunds: [], attentionSinceMs: null, lastSeenAtMs: 0, invoices: [] },
  };
}

function invoiceWith(
  address: string,
  {
    currency,
    sequence,
    serviceId,
    nextPollAtMs,
  }: Pick<CreatedInvoiceRecord, 'sequence' | 'serviceId' | 'nextPollAtMs'> & {
    readonly currency: CurrencyCode;
  },
): CreatedInvoiceRecord {
  return {
    ...{
      stage: 'created',
      amount: null,
      sequence,
      currency,
      isLive: false,
      isCancelRequested: false,
      orderId: serviceId,
      serviceId,
    },
    ...{
      address,
      price: { amount: '49.00', currency: 'EUR' },
      money: NO_PAYMENT,
      movements: [],
      reviewReasons: [],
      viewer: null,
      createdAtMs: 0,
    },
    ...{ intendedAtMs: 0, expiresAtMs: 1, nextPollAtMs, checkedAtMs: null, fee: null, feePaidBy: null },
    ...{ hostedPage: null, testMode: false, pollFailure: null, hintedAtMs: null, nextCancelAtMs: null },
  };
}

/** Undoes what a run has stored. */
class Undo extends Error {}

laws('the law of addresses', () => {
  law(
    'an address requires a review exactly if another open order has it in the same coin, in any spelling',
    async (t) => {
      const store = await openStore(await briefStore());
      t.after(() => store.close());
      let reused = 0;
      const property = fc.asyncProperty(fc.array(given, { minLength: 2, maxLength: 5 }), async (all) => {
        const undone = store.transaction(async (tx) => {
          const checkouts = new Map<number, CheckoutRecord>();
          for (const [index, one] of all.entries()) {
            let before = checkouts.get(one.checkout);
            if (!before) {
              before = emptyCheckout(`c-${one.checkout}`);
              await tx.insertCheckout(before);
            }
            const sequence = before.invoices.length + 1;
            const address = addressOf(one);
            const invoice = invoiceWith(address, {
              currency: one.coin,
              sequence,
              serviceId: `INV-${String(index).padStart(8, '0')}`,
              nextPollAtMs: one.isPolled ? 1 : null,
            });
            const after = await withReusedAddresses(tx, before, withInvoice(before, invoice), QUIET);
            await tx.saveCheckout(before, after, []);
            checkouts.set(one.checkout, after);
            const alarms = after.invoices.find((other) => other.sequence === sequence)?.reviewReasons ?? [];
            const rivals = all
              .slice(0, index)
              .filter(
                ({ checkout, coin, account, isPolled }) =>
                  isPolled && checkout !== one.checkout && coin === one.coin && account === one.account,
              );
            // Letters with a wrong checksum require a review of their own, and the address is hidden.
            const isValid = (other: Given) => validateAddress(other.coin, addressOf(other)).valid;
            const mustAlarm = rivals.some(isValid) && isValid(one);
            if (mustAlarm) reused += 1;
            if (mustAlarm || rivals.length === 0)
              assert.deepEqual(alarms, mustAlarm ? ['address_reused'] : []);
          }
          throw new Undo();
        });
        await assert.rejects(undone, Undo);
      });
      await fc.assert(property, LAW);
      assert.ok(reused > LAW.numRuns / 10, `${reused} addresses of two orders`);
    },
  );
});
