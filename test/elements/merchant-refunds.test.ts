import { expect } from '@open-wc/testing';
import { ATTENTION_ITEMS, paymentOf, REFUND_ITEMS, REFUNDS } from '../../stories/desk-fixtures.js';
import { expectAtTheRight, expectLinesAtTheRight } from './address-lines.js';
import { all, control, hear, one, said, settled, shown, until } from './checkout-fixture.js';
import { itIsSound, openStaff } from './merchant-support.js';

const TAG = 'crypto-merchant-attention';
const ID = 'checkout-of-A-1031';

function submit(element: Element, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values))
    Reflect.set(one(element, `[name=${name}]`), 'value', value);
  one(element, '.decide [type=submit]').click();
}

describe('requests for a refund', () => {
  itIsSound(TAG, () => ({ items: REFUND_ITEMS }));

  it('say who asks, and that they conflict', async () => {
    const { element } = await openStaff(TAG, { items: REFUND_ITEMS });
    const text = shown(element);
    expect(text).to.contain('Pay one of them at most.');
    expect(text).to.contain('Asked by the browser that got the payment address');
    expect(text).to.contain('First make sure that this person has paid.');
    expect(text).to.contain('Decide about the request before you dismiss.');
    expect(text).to.contain('ada@example.org');
  });

  it('conflict also with one that is about to be paid', async () => {
    const items = REFUND_ITEMS.map((item) =>
      'refunds' in item
        ? {
            ...item,
            refunds: item.refunds.map((refund, index) => ({
              ...refund,
              state: index === 0 ? ('approved' as const) : refund.state,
            })),
          }
        : item,
    );
    const { element } = await openStaff(TAG, { items });
    expect(shown(element)).to.contain('Pay one of them at most.');
  });

  it('are declined with words for the payer', async () => {
    const { element, desk } = await openStaff(TAG, { items: REFUND_ITEMS });
    control(element, 'Decline refund').click();
    await settled(element);
    submit(element, { note: '' });
    await settled(element);
    expect(shown(element)).to.contain('Write a note first.');
    submit(element, { note: 'We deliver.' });
    await until(() => said(element) === 'Order A-1031: declined', 'the announcement');
    expect(desk.steps).to.deep.equal([`declined ${ID} refund-1 We deliver.`]);
  });

  it('are checked before an unproven one can be paid', async () => {
    const { element, desk } = await openStaff(TAG, { items: REFUND_ITEMS });
    const [, second] = all(element, '.refund');
    expect(second?.textContent).not.to.contain('Propose payout');
    control(element, 'Record the check').click();
    await settled(element);
    submit(element, { note: 'Signed a message' });
    await until(() => desk.steps.length > 0, 'the check');
    expect(desk.steps).to.deep.equal([`checked ${ID} refund-2 Signed a message`]);
  });

  it('ask the page for a payout', async () => {
    const { element } = await openStaff(TAG, { items: REFUND_ITEMS });
    const heard = hear('crypto-merchant-refund');
    control(element, 'Propose payout').click();
    heard.stop();
    const [event] = heard.events;
    expect(Reflect.get(Object(event), 'detail')).to.deep.include({ checkout: ID });
  });

  it('get a signed payout from the element with all tabs, unless the page cancels the event', async () => {
    const signed: object[] = [];
    const signPayout = (signing: object) => {
      signed.push(signing);
      return Promise.resolve('token');
    };
    const { element, desk } = await openStaff('crypto-merchant', { items: REFUND_ITEMS });
    element.signPayout = signPayout;
    const attention = one(element, 'crypto-merchant-attention');
    await until(() => shown(attention).includes('Propose payout'), 'the requests');
    element.addEventListener('crypto-merchant-refund', (event) => event.preventDefault(), { once: true });
    control(attention, 'Propose payout').click();
    await settled(element);
    expect(signed).to.deep.equal([]);
    control(attention, 'Propose payout').click();
    await until(() => desk.steps.length > 0, 'the proposal');
    expect(desk.steps).to.deep.equal(['propose token']);
    const [proposal] = signed;
    expect(proposal).to.deep.include({ kind: 'proposal', refund: { checkout: ID, id: 'refund-1' } });
  });

  it('have only the actions that the session allows', async () => {
    const { element } = await openStaff(TAG, { items: REFUND_ITEMS });
    element.scopes = ['payments:read'];
    await settled(element);
    expect(all(element, '.refund button')).to.have.length(0);
  });

  it('show the address at the right edge of an Arabic card', async () => {
    const { element } = await openStaff(TAG, { items: REFUND_ITEMS }, { locale: 'ar' });
    if (element.parentElement) element.parentElement.style.inlineSize = '390px';
    await until(() => all(element, '[dir=rtl] .refund').length > 0, 'it runs rtl');
    await settled(element);
    for (const groups of all(element, '.refund .groups')) {
      expectLinesAtTheRight(groups);
      expectAtTheRight(groups);
    }
    if (element.parentElement) element.parentElement.style.inlineSize = '1100px';
    await settled(element);
    for (const groups of all(element, '.refund .groups')) expectAtTheRight(groups, 1);
  });

  it('are all in the details, with their outcome', async () => {
    const current = (id: string) => ({ ...paymentOf(id), refunds: REFUNDS });
    const { element } = await openStaff('crypto-merchant-payments', { current }, { checkout: ID });
    const text = shown(element);
    for (const part of ['delivered instead', 'payout approved', 'We have delivered your order.', 'payout-3'])
      expect(text).to.contain(part);
    await expect(element).to.be.accessible();
  });

  it('can be replaced by giving money back, to a valid address and not too much', async () => {
    const { element, desk } = await openStaff('crypto-merchant-payments', {}, { checkout: ID });
    control(element, 'Give money back').click();
    await settled(element);
    submit(element, { address: 'nowhere', amount: '30.000001' });
    await settled(element);
    expect(shown(element)).to.contain('This is not an address on');
    expect(one(element, '#give-amount').getAttribute('aria-invalid')).to.equal('true');
    expect(shown(element).match(/At most 30/g), 'the error replaces the hint').to.have.length(1);
    expect(desk.steps).to.deep.equal([]);
    element.locale = 'de';
    await until(() => shown(element).includes('Zahlung'), 'German has loaded');
    expect(shown(element)).to.not.contain('This is not an address on');
    element.locale = 'en';
    const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    submit(element, { address, amount: '12.5' });
    await until(() => desk.steps.length > 0, 'the refund');
    expect(desk.steps).to.deep.equal([`refund ${ID} 12.5 ${address}`]);
  });

  it('can be made where the money is listed, without a request of the payer', async () => {
    const { element, desk } = await openStaff(TAG);
    const opener = `[data-give="${ID}-1"]`;
    one(element, opener).click();
    await until(() => all(element, '#give-address').length > 0, 'the form');
    await expect(element).to.be.accessible();
    control(element, 'Back').click();
    await settled(element);
    expect(element.shadowRoot?.activeElement).to.equal(one(element, opener));
    one(element, opener).click();
    await until(() => all(element, '#give-address').length > 0, 'the form');
    const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    submit(element, { address, amount: '30' });
    await until(() => desk.steps.length > 0, 'the refund');
    expect(desk.steps).to.deep.equal([`refund ${ID} 30 ${address}`]);
  });

  it('open the payment where its money cannot be given back, for it says why', async () => {
    const { element } = await openStaff(TAG, {
      items: ATTENTION_ITEMS.filter(({ kind }) => kind === 'late'),
    });
    const heard = hear('crypto-merchant-open');
    control(element, 'Give money back').click();
    await until(() => heard.events.length > 0, 'the payment is opened');
    heard.stop();
    expect(all(element, '#give-address')).to.have.length(0);
  });

  it('are not made by someone who may not decide on them, nor beside a request of the payer', async () => {
    const { element } = await openStaff(TAG);
    element.scopes = ['payments:read', 'payments:settle'];
    await settled(element);
    expect(shown(element)).not.to.contain('Give money back');
    const asked = await openStaff(TAG, { items: REFUND_ITEMS });
    expect(shown(asked.element)).not.to.contain('Give money back');
  });
});
