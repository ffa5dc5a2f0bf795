import { expect } from '@open-wc/testing';
import { paymentOf } from '../../stories/desk-fixtures.js';
import { everything, settled } from './checkout-fixture.js';
import { openStaff } from './merchant-support.js';

const OPENED = [
  ['crypto-merchant-attention', {}],
  ['crypto-merchant-payments', { payment: 'payment-of-A-1031' }],
  ['crypto-merchant-balances', {}],
  ['crypto-merchant-statistics', {}],
  ['crypto-merchant-payouts', { 'payout-url': '/sign-payout' }],
] as const;

describe('text of the staff', () => {
  for (const [tag, attributes] of OPENED)
    it(`has 14 px or more: ${tag}`, async () => {
      const { element } = await openStaff(tag, { current: paymentOf }, attributes);
      await settled(element);
      const small = everything(element).filter((node) => {
        const hasText = [...node.childNodes].some(
          (child) => child instanceof Text && child.data.trim() !== '' && node.localName !== 'style',
        );
        return hasText && Number.parseFloat(getComputedStyle(node).fontSize) < 14;
      });
      expect(small.map((node) => node.textContent.trim())).to.deep.equal([]);
    });
});
