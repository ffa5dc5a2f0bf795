import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addressMistake,
  EMPTY_DRAFT,
  isOpen,
  isShortened,
  reduceRefundFlow,
  type RefundAction,
  type RefundContext,
  type RefundDraft,
  type RefundEffect,
} from '../../src/checkout/refund-flow.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { CheckoutRefund } from '../../src/protocol/index.js';

const OWN = 'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8';
const SHOP = 'TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRS';
const TON = 'UQA5olhYULHkui4mTQM0LodWG0EqUaxmK6-e3mHrCZFO2diA';

const owed: CheckoutRefund = {
  ...{ invoice: 1, reason: 'surplus', currency: 'USDT_TRC20', amount: '2.5', state: 'possible' },
  ...{ proven: false, address: null, requestedAt: null, reply: null, transaction: null },
};
const context: RefundContext = { item: owed, paidTo: SHOP };
const onTon: RefundContext = { item: { ...owed, currency: 'TON' }, paidTo: null };
const lost = { ok: false, problem: { code: 'offline', retryable: true }, retryAfterMs: 0 } as const;

function after(
  actions: readonly RefundAction[],
  start: RefundDraft = EMPTY_DRAFT,
  on: RefundContext = context,
): { readonly draft: RefundDraft; readonly effects: readonly RefundEffect[] } {
  return actions.reduce<{ draft: RefundDraft; effects: readonly RefundEffect[] }>(
    (before, action) => reduceRefundFlow(before.draft, action, on),
    { draft: start, effects: [] },
  );
}

const typed = (address: string) => ({ type: 'addressTyped', address }) as const;
const submitted = { type: 'submitted', isEmailValid: true } as const;
const mistakeIn = (address: string, on = context) =>
  addressMistake({ ...EMPTY_DRAFT, address }, on)?.kind ?? null;

test('an address is checked for its network, and a mistake says which one', () => {
  assert.equal(mistakeIn(OWN), null);
  assert.equal(mistakeIn(` ${OWN}\n`), null);
  assert.equal(mistakeIn(''), 'empty');
  assert.equal(mistakeIn(OWN.slice(0, -1)), 'typo');
  assert.equal(mistakeIn('not an address'), 'form');
  assert.equal(mistakeIn(OWN.replace('Q', 'R')), 'typo');
  assert.equal(mistakeIn(SHOP), 'shop');
  assert.equal(mistakeIn('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'), 'unusable');
  const evm = addressMistake(
    { ...EMPTY_DRAFT, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    context,
  );
  assert.equal(evm?.kind, 'network');
  assert.ok(evm?.kind === 'network' && evm.networks.includes('Base') && evm.networks.includes('Ethereum'));
  assert.equal(new Set(evm.networks).size, evm.networks.length);
});

test('no mistake is shown while the payer types, and it goes away when it is corrected', () => {
  assert.equal(after([typed('T')]).draft.isAddressChecked, false);
  assert.equal(after([{ type: 'addressLeft' }]).draft.isAddressChecked, false);
  assert.equal(after([typed('T'), { type: 'addressLeft' }]).draft.isAddressChecked, true);
  assert.equal(after([{ type: 'addressPasted' }, typed('T')]).draft.isAddressChecked, true);
  assert.equal(addressMistake(after([typed('T'), submitted, typed(OWN)]).draft, context), null);
});

test('what is owed is asked for exactly, without spaces around the address', () => {
  const { draft, effects } = after([
    typed(` ${OWN}\n`),
    { type: 'emailTyped', email: ' ann@example.org ' },
    submitted,
  ]);
  assert.deepEqual(effects, [
    {
      type: 'request',
      input: { invoice: 1, amount: '2.5', address: OWN, email: 'ann@example.org' },
    },
  ]);
  assert.equal(draft.isSending, true);
  assert.deepEqual(after([submitted], draft).effects, []);
});

test('on TON, nothing is asked for before the payer confirms that the wallet is their own', () => {
  const first = after([typed(TON), submitted], EMPTY_DRAFT, onTon);
  assert.deepEqual(first.effects, [{ type: 'focus', field: 'own-wallet' }]);
  const confirmed = after([{ type: 'ownWalletToggled', isOwnWallet: true }, submitted], first.draft, onTon);
  assert.deepEqual(confirmed.effects, [
    { type: 'request', input: { invoice: 1, amount: '2.5', address: TON } },
  ]);
});

test('a wrong email leads to its field', () => {
  const { effects } = after([typed(OWN), { type: 'submitted', isEmailValid: false }]);
  assert.deepEqual(effects, [{ type: 'focus', field: 'email' }]);
});

test('a failed request keeps what was typed, and can be repeated', () => {
  const failed = after([typed(OWN), submitted, { type: 'answered', result: lost }]);
  assert.equal(failed.draft.address, OWN);
  assert.equal(failed.draft.problem?.code, 'offline');
  assert.equal(after([submitted], failed.draft).effects[0]?.type, 'request');
});

test('a request whose answer was lost is recognized by its shortened address', () => {
  const failed = after([typed(OWN), submitted, { type: 'answered', result: lost }]);
  const arrived = { ...owed, state: 'requested', address: 'TQCt…7En8', proven: true } as const;
  const seen = reduceRefundFlow(failed.draft, { type: 'itemWillRender' }, { item: arrived, paidTo: SHOP });
  assert.equal(seen.draft.requested, OWN);
  assert.deepEqual(seen.effects, [{ type: 'close' }]);
  const other = { ...arrived, address: 'TABC…1234' };
  const unseen = reduceRefundFlow(failed.draft, { type: 'itemWillRender' }, { item: other, paidTo: SHOP });
  assert.deepEqual(unseen, { draft: failed.draft, effects: [] });
});

test('the whole address belongs only to the shortened one of the same start and end', () => {
  assert.equal(isShortened(OWN, 'TQCt…7En8'), true);
  assert.equal(isShortened(OWN, 'TQCt…7En9'), false);
  assert.equal(isShortened(OWN, null), false);
  assert.equal(isShortened(OWN, '…'), false);
});

const codes: readonly CurrencyCode[] = ['USDT_TRC20', 'BTC', 'TON', 'ETH_BASE', 'USDC_SOL'];
const addresses = fc.oneof(fc.constantFrom(OWN, SHOP, TON, '', ' '), fc.string({ maxLength: 100 }));
const anyAction: fc.Arbitrary<RefundAction> = fc.oneof(
  addresses.map(typed),
  fc.constantFrom<RefundAction>(
    { type: 'addressLeft' },
    { type: 'addressPasted' },
    { type: 'itemWillRender' },
    { type: 'submitted', isEmailValid: false },
    submitted,
    { type: 'answered', result: lost },
    { type: 'answered', result: { ok: true, refund: null } },
  ),
  fc.boolean().map((isOwnWallet) => ({ type: 'ownWalletToggled', isOwnWallet }) as const),
  fc.string().map((email) => ({ type: 'emailTyped', email }) as const),
);
const anyItem: fc.Arbitrary<CheckoutRefund> = fc.record({
  invoice: fc.constant(1),
  reason: fc.constantFrom('surplus', 'late', 'shop'),
  currency: fc.constantFrom(...codes),
  amount: fc.constantFrom('2.5', '0.00000001'),
  state: fc.constantFrom('possible', 'requested', 'approved', 'sent', 'declined', 'accepted'),
  proven: fc.boolean(),
  address: fc.constantFrom(null, 'TQCt…7En8'),
  requestedAt: fc.constant(null),
  reply: fc.constant(null),
  transaction: fc.constant(null),
});

test('whatever a payer does, only a valid address is sent, for the exact amount of an open item', () => {
  const steps = fc.array(fc.tuple(anyAction, anyItem), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (all) => {
      let draft = EMPTY_DRAFT;
      let isOpenRequest = false;
      for (const [action, item] of all) {
        const before = draft;
        const on = { item, paidTo: SHOP };
        const result = reduceRefundFlow(draft, action, on);
        draft = result.draft;
        for (const effect of result.effects.filter(({ type }) => type === 'request')) {
          assert.ok(effect.type === 'request');
          assert.ok(isOpen(item));
          assert.ok(!isOpenRequest);
          assert.equal(addressMistake(before, on), null);
          assert.equal(effect.input.amount, item.amount);
          assert.equal(effect.input.address, before.address.trim());
          assert.ok(item.currency !== 'TON' || before.isOwnWallet);
        }
        isOpenRequest = draft.isSending;
        // Nothing typed is lost.
        if (action.type !== 'addressTyped') assert.equal(draft.address, before.address);
        if (action.type !== 'emailTyped') assert.equal(draft.email, before.email);
      }
    }),
  );
});
