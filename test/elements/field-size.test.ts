import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../src/define/all.js';
import { paidPaymentOf, PAYOUTS, REFUND_ITEMS } from '../../stories/desk-fixtures.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { all, settled } from './checkout-fixture.js';
import { openStaff } from './merchant-support.js';
import { open, SCENES } from './parts-support.js';

/** The fields whose text is smaller than 16 px, into which iOS zooms. */
function smallFields(element: Element): readonly string[] {
  return all(element, 'input:not([type=radio], [type=checkbox]), select, textarea')
    .map((field) => `${field.localName} ${field.id}: ${getComputedStyle(field).fontSize}`)
    .filter((text) => Number.parseFloat(text.split(': ')[1] ?? '') < 16);
}

const STAFF: Readonly<
  Record<string, readonly [Parameters<typeof openStaff>[0], Partial<ScriptedDesk>, string?]>
> = {
  'whole': ['crypto-merchant', {}],
  'requests for refunds': ['crypto-merchant-attention', { items: REFUND_ITEMS }, '[data-opens^=refund-]'],
  'decision': ['crypto-merchant-attention', {}, '.do .tool'],
  'payments': ['crypto-merchant-payments', {}],
  'refund': ['crypto-merchant-payments', { current: paidPaymentOf }, '[data-opens^=give-]'],
  'statistics': ['crypto-merchant-statistics', {}, '.choices button:last-child'],
  'payouts': ['crypto-merchant-payouts', { person: 'Ida Moe', withdrawals: PAYOUTS }, '[data-opens]'],
};

describe('on a phone, a field in focus is not zoomed', () => {
  before(() => setViewport({ width: 390, height: 844 }));
  after(() => setViewport({ width: 800, height: 600 }));

  it('in any state of the elements for payers', async () => {
    const small: string[] = [];
    let fields = 0;
    for (const [name, scene] of Object.entries(SCENES)) {
      const element = await open(scene);
      fields += all(element, 'input, select, textarea').length;
      small.push(...smallFields(element).map((text) => `${name}: ${text}`));
      element.remove();
    }
    expect(small).to.deep.equal([]);
    expect(fields).to.be.greaterThan(20);
  });

  for (const [name, [tag, changes, opener]] of Object.entries(STAFF))
    it(`in the elements of the staff: ${name}`, async () => {
      const attributes = tag === 'crypto-merchant-payments' ? { payment: 'payment-of-A-1001' } : {};
      const { element } = await openStaff(tag, changes, attributes);
      for (const button of opener === undefined ? [] : all(element, opener).slice(0, 1)) button.click();
      await settled(element);
      expect(smallFields(element)).to.deep.equal([]);
    });
});
