import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { paidPaymentOf, PAYOUT_ITEMS, REFUND_ITEMS } from '../../stories/desk-fixtures.js';
import '../../src/define/all.js';
import { all, settled } from './checkout-fixture.js';
import { cutIn } from './overflow.js';
import { openStaff } from './merchant-support.js';
import { open, SCENES } from './parts-support.js';

/** Over the page, or no card. */
const ELSEWHERE =
  /^(enlarged|dialog|confirming closing|button.*|panel|receipt|picker.*|network of the past|copy.*|countdown|badge|code)$/;

type Staff = Parameters<typeof openStaff>;

/** Every element of the staff, and the control that opens its form. */
const STAFF: Readonly<Record<string, readonly [Staff[0], Staff[1]?, Staff[2]?, string?]>> = {
  'all': ['crypto-merchant'],
  'decision': ['crypto-merchant-attention', {}, {}, '.do .tool'],
  'attention to payouts': ['crypto-merchant-attention', { items: PAYOUT_ITEMS }],
  'attention to refunds': ['crypto-merchant-attention', { items: REFUND_ITEMS }, {}, '[data-opens^=refund-]'],
  'payments': ['crypto-merchant-payments'],
  'a payment': ['crypto-merchant-payments', {}, { payment: 'payment-of-A-1031' }],
  'refund': [
    'crypto-merchant-payments',
    { current: paidPaymentOf },
    { payment: 'payment-of-A-1001' },
    '[data-opens^=give-]',
  ],
  'balances': ['crypto-merchant-balances'],
  'statistics': ['crypto-merchant-statistics', {}, {}, '.choices button:last-child'],
  'payouts': ['crypto-merchant-payouts', {}, { 'payout-url': '/sign-payout' }],
  'decision on a payout': ['crypto-merchant-payouts', { person: 'Ida Moe' }, {}, '[data-opens]'],
};

/** Around an element, slots and shadow trees included. */
function around(element: Element): readonly Element[] {
  const parent =
    element.assignedSlot ??
    element.parentElement ??
    (element.parentNode instanceof ShadowRoot ? element.parentNode.host : null);
  return parent ? [parent, ...around(parent)] : [];
}

/** Controls of which a part lies outside of an element that clips it. */
function clipped(element: Element): readonly string[] {
  return all(element, '.quiet, .button, .icon-button')
    .filter((node) => {
      const { left, right, width } = node.getBoundingClientRect();
      return around(node).some((other) => {
        const box = other.getBoundingClientRect();
        const clips = getComputedStyle(other).overflowX !== 'visible';
        return width > 0 && clips && (left < box.left - 1 || right > box.right + 1);
      });
    })
    .map((node) => `clipped: ${node.innerText}`);
}

/** Names and sentences of the card that end in an ellipsis. */
function shortened(element: Element): readonly string[] {
  return all(element, '.shop-name, .order, .quiet, .button')
    .filter((node) => node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline')
    .map((node) => `${node.className}: ${node.innerText}`);
}

describe('text of 200 % on a phone (WCAG 1.4.4)', () => {
  before(async () => {
    await setViewport({ width: 390, height: 844 });
    document.documentElement.style.fontSize = '200%';
  });
  after(async () => {
    document.documentElement.removeAttribute('style');
    await setViewport({ width: 800, height: 600 });
  });

  for (const [name, scene] of Object.entries(SCENES).filter(([other]) => !ELSEWHERE.test(other)))
    it(`is cut nowhere: ${name}`, async () => {
      const element = await open(scene);
      await settled(element);
      expect([...cutIn(element), ...shortened(element), ...clipped(element)]).to.deep.equal([]);
    });

  for (const [name, [tag, changes, attributes, opener]] of Object.entries(STAFF))
    it(`is cut nowhere in the elements of the staff: ${name}`, async () => {
      const { element } = await openStaff(tag, changes, attributes);
      if (opener !== undefined) {
        const [control] = all(element, opener);
        expect(control, opener).to.not.equal(undefined);
        control?.click();
        await settled(element);
      }
      const cut = [...cutIn(element, element), ...shortened(element), ...clipped(element)];
      expect(cut).to.deep.equal([]);
      expect(document.documentElement.scrollWidth).to.be.at.most(390);
    });
});
