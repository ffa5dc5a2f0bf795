import { expect } from '@open-wc/testing';
import {
  ATTENTION_ITEMS,
  paidPaymentOf,
  PAYMENTS,
  PAYOUTS,
  REFUND_ITEMS,
} from '../../stories/desk-fixtures.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { addressGroups } from '../../src/payment/index.js';
import { settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { openStaff } from './merchant-support.js';
import { allText, translate, translatedTexts, withoutMarks } from './translator.js';

interface Scene {
  readonly tag: Parameters<typeof openStaff>[0];
  readonly changes?: Partial<ScriptedDesk>;
  readonly attributes?: Record<string, string>;
  /** What the next response differs in. */
  readonly next: Partial<ScriptedDesk>;
}

const problem = { kind: 'unreachable' } as const;

const SCENES: Readonly<Record<string, Scene>> = {
  whole: { tag: 'crypto-merchant', next: { items: ATTENTION_ITEMS.slice(0, 2) } },
  attention: { tag: 'crypto-merchant-attention', next: { items: REFUND_ITEMS } },
  refunds: {
    tag: 'crypto-merchant-attention',
    changes: { items: REFUND_ITEMS },
    next: { items: ATTENTION_ITEMS },
  },
  payments: { tag: 'crypto-merchant-payments', next: { rows: PAYMENTS.slice(2) } },
  payment: {
    tag: 'crypto-merchant-payments',
    attributes: { payment: 'payment-of-A-1031' },
    next: { current: paidPaymentOf },
  },
  balances: { tag: 'crypto-merchant-balances', next: { problem } },
  statistics: { tag: 'crypto-merchant-statistics', next: { problem } },
  payouts: { tag: 'crypto-merchant-payouts', next: { withdrawals: PAYOUTS.slice(3) } },
};

/** Amounts, ids, transactions, addresses and codes, as the fixtures have them. */
const EXACT = [
  /\d\.\d/,
  /\d (?:USDT|USDC|BTC|TRX|ETH|TON)/,
  /\bA-1\d{3}\b/,
  /\b[\da-zA-Z]{16,}\b/,
  /\b[a-z]+\.[a-z_]+\b/,
  /_/,
  ...PAYOUTS.flatMap(({ address }) => addressGroups(address).map(({ text }) => new RegExp(`\\b${text}\\b`))),
];

describe('an element of the staff on a page that the browser translates', () => {
  for (const [name, { tag, changes = {}, attributes = {}, next }] of Object.entries(SCENES)) {
    it(`has every amount, address and id as it was: ${name}`, async () => {
      const { element } = await openStaff(tag, changes, attributes);
      const before = allText(element);
      translate(element);
      expect(withoutMarks(allText(element))).to.equal(before);
      const texts = translatedTexts(element);
      for (const exact of EXACT)
        expect(
          texts.filter((text) => exact.test(text)),
          String(exact),
        ).to.deep.equal([]);
    });

    it(`shows what has changed: ${name}`, async () => {
      const translated = await openStaff(tag, changes, attributes);
      const twin = await openStaff(tag, changes, attributes);
      const before = allText(twin.element);
      translate(translated.element);
      for (const { desk, element } of [translated, twin]) {
        Object.assign(desk, next);
        desk.change();
        await settled(element);
      }
      await until(() => allText(twin.element) !== before, 'the change');
      await until(
        () => withoutMarks(allText(translated.element)) === allText(twin.element),
        'the change on the translated page',
      );
    });
  }
});
