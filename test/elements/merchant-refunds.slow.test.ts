import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import {
  ATTENTION_ITEMS,
  paidPaymentOf,
  paymentOf,
  REFUND_ITEMS,
  REFUNDS,
} from '../../stories/desk-fixtures.js';
import { expectAtTheRight, expectLinesAtTheRight } from './address-lines.js';
import { all, control, hear, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { itIsSound, openStaff } from './merchant-support.js';

const TAG = 'crypto-merchant-attention';
const ID = 'payment-of-A-1031';

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
    expect(text).to.contain('Pay at most one of them.');
    expect(text).to.contain('Requested from the browser that showed the payment address');
    expect(text).to.contain('First make sure that this is the person who paid.');
    expect(text).to.contain('Decide on the request before you dismiss the entry.');
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
    expect(shown(element)).to.contain('Pay at most one of them.');
  });

  it('are declined with words for the payer', async () => {
    const { element, desk } = await openStaff(TAG, { items: REFUND_ITEMS });
    control(element, 'Decline refund').click();
    await settled(element);
    submit(element, { note: '' });
    await settled(element);
    expect(shown(element)).to.contain('Write a note first.');
    submit(element, { note: 'We deliver.' });
    await until(() => said(element) === 'Order A-1031: Refund declined', 'the announcement');
    expect(desk.steps).to.deep.equal([`declined ${ID} refund-1 We deliver.`]);
  });

  it('are checked before an unproven one can be paid', async () => {
    const { element, desk } = await openStaff(TAG, { items: REFUND_ITEMS });
    const [, second] = all(element, '.refund');
    expect(second?.textContent).not.to.contain('Propose payout');
    control(element, 'Record verification').click();
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
    expect(Reflect.get(Object(event), 'detail')).to.deep.include({ payment: ID });
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
    expect(proposal).to.deep.include({ kind: 'proposal', refund: { payment: ID, id: 'refund-1' } });
  });

  it('get no payout from the element with all tabs while nobody signs one', async () => {
    const { element } = await openStaff('crypto-merchant', { items: REFUND_ITEMS });
    const attention = one(element, 'crypto-merchant-attention');
    await until(() => shown(attention).includes('Decline refund'), 'the requests');
    expect(shown(attention)).not.to.contain('Propose payout');
    element.payoutUrl = '/sign';
    await until(() => shown(attention).includes('Propose payout'), 'the button');
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
    const { element } = await openStaff('crypto-merchant-payments', { current }, { payment: ID });
    const text = shown(element);
    for (const part of [
      'payment accepted instead',
      'payout approved',
      'We have delivered your order.',
      'payout-3',
    ])
      expect(text).to.contain(part);
    await expect(element).to.be.accessible();
  });

  it('can be replaced by giving money back, to a valid address and not too much', async () => {
    const { element, desk } = await openStaff('crypto-merchant-payments', {}, { payment: ID });
    control(element, 'Create a refund').click();
    await settled(element);
    submit(element, { address: 'nowhere', amount: '30.000001' });
    await settled(element);
    expect(shown(element)).to.contain('This isn’t an address on');
    expect(one(element, '#give-amount').getAttribute('aria-invalid')).to.equal('true');
    expect(shown(element).match(/At most 30/g), 'the error replaces the hint').to.have.length(1);
    expect(desk.steps).to.deep.equal([]);
    element.locale = 'de';
    await until(() => shown(element).includes('Zahlung'), 'German has loaded');
    expect(shown(element)).to.not.contain('This isn’t an address on');
    element.locale = 'en';
    const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';
    submit(element, { address, amount: '12.5' });
    await until(() => desk.steps.length > 0, 'the refund');
    expect(desk.steps).to.deep.equal([`refund ${ID} 12.5 ${address}`]);
  });

  it('can be made where the money is listed, without a request of the payer', async () => {
    const { element, desk } = await openStaff(TAG);
    const opener = `[data-opens="give-${ID}-1"]`;
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
    control(element, 'Create a refund').click();
    await until(() => heard.events.length > 0, 'the payment is opened');
    heard.stop();
    expect(all(element, '#give-address')).to.have.length(0);
  });

  it('are not made by someone who may not decide on them, nor beside a request of the payer', async () => {
    const { element } = await openStaff(TAG);
    element.scopes = ['payments:read', 'payments:settle'];
    await settled(element);
    expect(shown(element)).not.to.contain('Create a refund');
    const asked = await openStaff(TAG, { items: REFUND_ITEMS });
    expect(shown(asked.element)).not.to.contain('Create a refund');
  });
});

const OVERPAID = 'payment-of-A-1001';
const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE';

function type(element: Element, name: 'address' | 'amount', value: string): void {
  const input = one(element, `#give-${name}`);
  Reflect.set(input, 'value', value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

const valueOf = (element: Element, selector: string): unknown => Reflect.get(one(element, selector), 'value');

/** The form of a paid order, of which 2.5 USDT is owed. */
async function openForm(id = OVERPAID, attributes: Record<string, string> = {}) {
  const opened = await openStaff(
    'crypto-merchant-payments',
    { current: paidPaymentOf },
    { payment: id, ...attributes },
  );
  await until(() => all(opened.element, '[data-opens^=give-]').length > 0, 'the button');
  one(opened.element, '[data-opens^=give-]').click();
  await until(() => all(opened.element, '#give-address').length > 0, 'the form');
  return opened;
}

describe('the form that gives money back', () => {
  it('begins with what is owed, and says so', async () => {
    const { element, desk } = await openForm();
    expect(valueOf(element, '#give-amount')).to.equal('2.5');
    expect(shown(element)).to.contain('2.5 USDT is owed.');
    expect(shown(element)).to.contain('At most 52.62 USDT');
    type(element, 'address', ADDRESS);
    one(element, '.give [type=submit]').click();
    await until(() => desk.steps.length > 0, 'the refund');
    expect(desk.steps).to.deep.equal([`refund ${OVERPAID} 2.5 ${ADDRESS}`]);
  });

  it('begins empty if nothing is owed', async () => {
    const { element } = await openForm('payment-of-A-1041');
    expect(valueOf(element, '#give-amount')).to.equal('');
    expect(shown(element)).to.contain('Nothing is owed.');
  });

  it('begins again with what is owed after it was left', async () => {
    const { element } = await openForm();
    type(element, 'amount', '7');
    control(element, 'Back').click();
    await settled(element);
    one(element, '[data-opens^=give-]').click();
    await settled(element);
    expect(valueOf(element, '#give-amount')).to.equal('2.5');
  });

  it('keeps what was typed while the payment is loaded again', async () => {
    const { element, desk } = await openForm();
    type(element, 'address', ADDRESS);
    type(element, 'amount', '1.25');
    desk.change();
    await settled(element);
    element.requestUpdate();
    await settled(element);
    expect([valueOf(element, '#give-address'), valueOf(element, '#give-amount')]).to.deep.equal([
      ADDRESS,
      '1.25',
    ]);
  });

  it('sends more than is owed only after a confirmation that names the order and both amounts', async () => {
    const { element, desk } = await openForm();
    type(element, 'address', ADDRESS);
    type(element, 'amount', '52.62');
    one(element, '.give [type=submit]').click();
    await settled(element);
    expect(desk.steps).to.deep.equal([]);
    const confirmation = one(element, '#give-confirm');
    expect(element.shadowRoot?.activeElement, 'a screen reader reads it').to.equal(confirmation);
    expect(confirmation.getAttribute('role')).to.equal('group');
    expect(confirmation.textContent).to.contain('Order A-1001 is paid.');
    expect(confirmation.textContent).to.contain(
      'You’re refunding 52.62 USDT in total, not only the 2.5 USDT that is owed.',
    );
    await expect(element).to.be.accessible();
    control(element, 'Refund 52.62 USDT').click();
    await until(() => desk.steps.length > 0, 'the refund');
    expect(desk.steps).to.deep.equal([`refund ${OVERPAID} 52.62 ${ADDRESS} with payment`]);
  });

  it('says in the confirmation that nothing is owed, or that the order is still open', async () => {
    const { element } = await openForm('payment-of-A-1041');
    type(element, 'address', ADDRESS);
    type(element, 'amount', '1');
    one(element, '.give [type=submit]').click();
    await settled(element);
    expect(one(element, '#give-confirm').textContent).to.contain('Nothing is owed.');
    const open = (id: string) => {
      const payment = paidPaymentOf(id);
      return {
        ...payment,
        invoices: payment.invoices.map((invoice) => ({ ...invoice, hasPaidOrder: false })),
      };
    };
    const other = await openStaff(
      'crypto-merchant-payments',
      { current: open },
      { payment: 'payment-of-A-1041' },
    );
    one(other.element, '[data-opens^=give-]').click();
    await settled(other.element);
    type(other.element, 'address', ADDRESS);
    type(other.element, 'amount', '1');
    one(other.element, '.give [type=submit]').click();
    await settled(other.element);
    expect(shown(other.element)).to.contain('This money counts toward order A-1041.');
    expect(shown(other.element)).not.to.contain('is paid.');
  });

  it('returns from the confirmation to the amount, with what was typed', async () => {
    const { element, desk } = await openForm();
    for (const leave of [
      () => control(element, 'Back').click(),
      () =>
        one(element, '#give-confirm').dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
        ),
    ]) {
      type(element, 'address', ADDRESS);
      type(element, 'amount', '40');
      one(element, '.give [type=submit]').click();
      await settled(element);
      leave();
      await settled(element);
      expect(element.shadowRoot?.activeElement).to.equal(one(element, '#give-amount'));
      expect([valueOf(element, '#give-address'), valueOf(element, '#give-amount')]).to.deep.equal([
        ADDRESS,
        '40',
      ]);
    }
    expect(desk.steps).to.deep.equal([]);
  });

  it('is confirmed with the keyboard alone', async () => {
    const { element, desk } = await openForm();
    type(element, 'address', ADDRESS);
    type(element, 'amount', '40');
    one(element, '#give-amount').focus();
    await sendKeys({ press: 'Enter' });
    await until(() => all(element, '#give-confirm').length > 0, 'the confirmation');
    await settled(element);
    await sendKeys({ press: 'Enter' });
    expect(desk.steps, 'one key does not do both').to.deep.equal([]);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await until(() => desk.steps.length > 0, 'the refund');
    expect(desk.steps).to.deep.equal([`refund ${OVERPAID} 40 ${ADDRESS} with payment`]);
  });

  it('does not take the second click of a double click for the confirmation', async () => {
    const { element, desk } = await openForm();
    type(element, 'address', ADDRESS);
    type(element, 'amount', '40');
    one(element, '.give [type=submit]').click();
    await settled(element);
    control(element, 'Refund 40 USDT').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    await settled(element);
    expect(desk.steps).to.deep.equal([]);
    expect(all(element, '#give-confirm')).to.have.length(1);
  });

  it('sends once, however often the button is pressed', async () => {
    const { element, desk } = await openForm();
    type(element, 'address', ADDRESS);
    desk.isSilent = true;
    for (let press = 0; press < 3; press += 1) one(element, '.give [type=submit]').click();
    await settled(element);
    one(element, '.give [type=submit]').click();
    expect(desk.steps).to.deep.equal([`refund ${OVERPAID} 2.5 ${ADDRESS}`]);
  });

  it('refuses while typing what can never be an amount of the coin', async () => {
    const { element, desk } = await openForm();
    const hint = 'Enter 0.000001 USDT or more, and no more decimal places than shown there.';
    for (const [amount, text] of [
      ['1.0000001', hint],
      ['0.000000', hint],
      ['1,000', 'Use digits and a decimal point, such as 12.5.'],
      ['1.000,5', 'Use digits and a decimal point, such as 12.5.'],
      ['١', 'Use digits and a decimal point, such as 12.5.'],
      ['1e1', 'Use digits and a decimal point, such as 12.5.'],
      ['60', 'At most 52.62 USDT'],
    ] as const) {
      type(element, 'amount', amount);
      await settled(element);
      expect(one(element, '#give-amount-error').textContent, amount).to.contain(text);
      expect(one(element, '#give-amount').getAttribute('aria-invalid')).to.equal('true');
    }
    for (const amount of ['0', '0.', '0.00', '0.000001', '12.', '']) {
      type(element, 'amount', amount);
      await settled(element);
      expect(all(element, '#give-amount-error'), `"${amount}" may become an amount`).to.have.length(0);
    }
    type(element, 'address', ADDRESS);
    for (const [amount, text] of [
      ['0', hint],
      ['0.00', hint],
      ['', 'Use digits and a decimal point, such as 12.5.'],
      ['12.', 'Use digits and a decimal point, such as 12.5.'],
    ] as const) {
      type(element, 'amount', amount);
      one(element, '.give [type=submit]').click();
      await settled(element);
      expect(one(element, '#give-amount-error').textContent, amount).to.contain(text);
    }
    expect(desk.steps).to.deep.equal([]);
  });

  it('shows the new amounts if another person has changed what is owed', async () => {
    const { element, desk } = await openForm();
    type(element, 'address', ADDRESS);
    const problem = { kind: 'refused', code: 'confirmation_required' } as const;
    Object.assign(desk, { createRefund: () => Promise.resolve({ ok: false, problem }) });
    desk.current = (id) => {
      const payment = paidPaymentOf(id);
      return { ...payment, pending: [{ invoice: 1, about: 'owed', amount: '1' }] };
    };
    one(element, '.give [type=submit]').click();
    await until(() => shown(element).includes('This has changed.'), 'the reason');
    expect(shown(element)).to.contain('1 USDT is owed.');
    expect(element.shadowRoot?.activeElement).to.equal(one(element, '#give-amount'));
    one(element, '.give [type=submit]').click();
    await until(() => all(element, '#give-confirm').length > 0, 'the confirmation');
    expect(one(element, '#give-confirm').textContent).to.contain('not only the 1 USDT that is owed');
  });

  for (const [locale, dir] of [
    ['en-GB', 'ltr'],
    ['ar', 'rtl'],
  ] as const)
    it(`fits into 320 px with its confirmation, ${dir}`, async () => {
      const { element } = await openForm(OVERPAID, { locale });
      if (element.parentElement) element.parentElement.style.inlineSize = '320px';
      const form = one(element, '.give');
      expect(form.scrollWidth).to.be.at.most(form.clientWidth);
      type(element, 'address', ADDRESS);
      type(element, 'amount', '52.619999');
      one(element, '.give [type=submit]').click();
      await until(() => all(element, '#give-confirm').length > 0, 'the confirmation');
      await settled(element);
      const confirmation = one(element, '.give');
      expect(confirmation.scrollWidth).to.be.at.most(confirmation.clientWidth);
      await expect(element).to.be.accessible();
    });
});
