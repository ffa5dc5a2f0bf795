import { expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { RefundInput, RefundRequestResult } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import type { Checkout, CheckoutRefund, ProblemCode } from '../../src/protocol/index.js';
import {
  ADDRESSES,
  checkoutIn,
  PAYER_ADDRESS,
  refund,
  refundRequested,
  TRANSACTION,
  withRefunds,
} from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { expectAtTheRight, expectLinesAtTheRight } from './address-lines.js';
import { all, control, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

const TON_ADDRESS = 'UQA5olhYULHkui4mTQM0LodWG0EqUaxmK6-e3mHrCZFO2diA';

/** The proxy of a payer. */
class RefundSession extends ScriptedSession {
  readonly inputs: RefundInput[] = [];
  problem: ProblemCode | null = null;
  /** Whether the answer waits until `answer`. */
  isSlow = false;
  answer: () => void = () => undefined;

  constructor(public checkout: Checkout) {
    super(ready(checkout));
  }

  override async requestRefund(input: RefundInput): Promise<RefundRequestResult> {
    this.inputs.push(input);
    if (this.isSlow) await new Promise<void>((resolve) => (this.answer = resolve));
    if (this.problem === null) return super.requestRefund(input);
    return { ok: false, problem: { code: this.problem, retryable: true }, retryAfterMs: 0 };
  }

  update(...items: readonly CheckoutRefund[]): void {
    const { snapshot } = this;
    if (snapshot.phase !== 'ready') return;
    const { checkout } = snapshot;
    const refunds = { asksEmail: false, ...checkout.refunds, items };
    this.show({ ...snapshot, checkout: { ...checkout, refunds, version: checkout.version + 1 } });
  }
}

interface Page {
  readonly element: CryptoCheckout;
  readonly session: RefundSession;
}

async function open(checkout: Checkout, locale = 'en-GB'): Promise<Page> {
  const session = new RefundSession(checkout);
  const element = Object.assign(document.createElement('crypto-checkout'), { session });
  element.setAttribute('locale', locale);
  await fixture(html`<div style="inline-size: 420px">${element}</div>`);
  await settled(element);
  return { element, session };
}

/** The decision of the shop is still to come. */
const PENDING = /The shop will (?:decide|resolve)/;

async function sees(element: Element, text: string): Promise<void> {
  await until(() => shown(element).includes(text), `the payer sees "${text}" instead of: ${shown(element)}`);
}

async function openForm({ element }: Page, name = 'Request a refund'): Promise<HTMLTextAreaElement> {
  control(element, name).click();
  await until(() => all(element, '#refund-address').length === 1, 'the form opens');
  await settled(element);
  const field = one(element, '#refund-address');
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('The address has no field');
  return field;
}

async function type({ element }: Page, field: HTMLTextAreaElement | HTMLInputElement, text: string) {
  field.focus();
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  field.blur();
  await settled(element);
}

async function send(page: Page, address = PAYER_ADDRESS): Promise<void> {
  await type(page, await openForm(page), address);
  control(page.element, 'Send request').click();
  await settled(page.element);
}

const owed = withRefunds([refund]);
const late: Checkout = { ...checkoutIn('paid'), late: true };
const underpaid: Checkout = { ...checkoutIn('partial'), state: 'expired' };

describe('a payer who is owed money', () => {
  it('reads what can be asked for, and asks for exactly that', async () => {
    const page = await open(owed);
    await sees(page.element, 'You can request a refund of 2.5 USDT on TRON (TRC-20).');
    expect(said(page.element)).to.include('2.5 USDT');
    await send(page, ` ${PAYER_ADDRESS} `);
    expect(page.session.inputs).to.deep.equal([{ invoice: 1, amount: '2.5', address: PAYER_ADDRESS }]);
    await sees(page.element, 'Nordlys Coffee has your request.');
    expect(said(page.element)).to.include('Nordlys Coffee has your request.');
  });

  it('has no form and no notice where the shop takes no requests', async () => {
    const { element } = await open(checkoutIn('overpaid'));
    expect(shown(element)).to.include('To get it back, give the shop the reference.');
    expect(all(element, '.refund')).to.have.length(0);
  });

  it('reads the whole address only where it was typed, never from the server', async () => {
    const page = await open(owed);
    await send(page);
    await until(() => all(page.element, '.payee').length === 1, 'the state of the request');
    expect(one(page.element, '.payee .groups').getAttribute('aria-label')).to.equal(PAYER_ADDRESS);
    const other = await open(withRefunds([refundRequested]));
    await sees(other.element, 'TQCt…7En8');
    page.session.update({ ...refundRequested, address: 'TABC…wxyz' });
    await settled(page.element);
    expect(one(page.element, '.payee .groups').textContent).to.equal('TABC…wxyz');
  });

  it('reads the address from left to right, at the right edge of an Arabic card', async () => {
    const page = await open(owed);
    await send(page);
    await until(() => all(page.element, '.payee').length === 1, 'the state of the request');
    page.element.setAttribute('locale', 'ar');
    page.element.style.inlineSize = '390px';
    await until(() => getComputedStyle(one(page.element, '.card')).direction === 'rtl', 'it runs rtl');
    await settled(page.element);
    expectLinesAtTheRight(one(page.element, '.payee .groups'));
    expectAtTheRight(one(page.element, '.payee .groups'));
  });

  it('is told of a wrong address when the field is left, and is not sent on', async () => {
    const page = await open(owed);
    const field = await openForm(page);
    await type(page, field, ADDRESSES.ETH_BASE);
    await sees(page.element, 'This address isn’t on TRON. It looks like');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    expect(said(page.element)).to.include('This address isn’t on TRON');
    control(page.element, 'Send request').click();
    await settled(page.element);
    expect(page.session.inputs).to.have.length(0);
    expect(page.element.shadowRoot?.activeElement?.id).to.equal('refund-address');
    await type(page, field, PAYER_ADDRESS);
    await sees(page.element, 'A complete TRON address.');
  });

  it('is warned of the address that they have paid to', async () => {
    const page = await open(owed);
    await type(page, await openForm(page), ADDRESSES.USDT_TRC20);
    await sees(page.element, 'This is the address you paid to.');
  });

  it('gives an email only if the shop asks, and may leave it out', async () => {
    const page = await open(withRefunds([refund], undefined, true));
    await type(page, await openForm(page), PAYER_ADDRESS);
    const email = one(page.element, '#refund-email');
    if (!(email instanceof HTMLInputElement)) throw new Error('The email has no field');
    await type(page, email, 'not an email');
    control(page.element, 'Send request').click();
    await sees(page.element, 'Check the email address, or leave it blank.');
    expect(page.session.inputs).to.have.length(0);
    await type(page, email, '');
    control(page.element, 'Send request').click();
    await settled(page.element);
    expect(page.session.inputs[0]).to.not.have.property('email');
  });

  it('on TON confirms a wallet of their own, and is never asked for a memo', async () => {
    const ton = checkoutIn('overpaid', { currency: 'TON', address: null, surplus: '1.204' });
    const page = await open(withRefunds([{ ...refund, currency: 'TON', amount: '1.204' }], ton));
    const field = await openForm(page);
    expect(shown(page.element)).to.include('Only your own wallet can receive this refund.');
    expect(all(page.element, 'form input, form textarea').map(({ id }) => id)).to.deep.equal([
      'refund-address',
      'refund-own-wallet',
    ]);
    expect(control(page.element, 'Contact shop').getAttribute('href')).to.equal('https://shop.example/help');
    await type(page, field, TON_ADDRESS);
    control(page.element, 'Send request').click();
    await settled(page.element);
    expect(page.session.inputs).to.have.length(0);
    expect(page.element.shadowRoot?.activeElement?.id).to.equal('refund-own-wallet');
    one(page.element, '#refund-own-wallet').click();
    control(page.element, 'Send request').click();
    await settled(page.element);
    expect(page.session.inputs).to.have.length(1);
  });

  for (const [code, text] of [
    ['refund_unavailable', 'The amount has changed, or nothing is owed anymore.'],
    ['invalid_request', 'This wasn’t accepted. Check both the refund and email addresses.'],
    ['rate_limited', 'Too many requests. Wait a minute, then try again.'],
    ['service_unavailable', 'Try again: a second request doesn’t send the money twice.'],
    ['checkout_closed', 'You can’t request a refund here. Please contact the shop.'],
  ] as const) {
    it(`reads what to do after ${code}, and has typed nothing in vain`, async () => {
      const page = await open(owed);
      page.session.problem = code;
      await send(page);
      await sees(page.element, text);
      expect(said(page.element)).to.include(text);
      page.session.problem = null;
      control(page.element, 'Send request').click();
      await sees(page.element, 'Nordlys Coffee has your request.');
      expect(page.session.inputs.map(({ address }) => address)).to.deep.equal([PAYER_ADDRESS, PAYER_ADDRESS]);
    });
  }

  it('is not asked again after a lost answer, if the request has arrived', async () => {
    const page = await open(owed);
    page.session.problem = 'service_unavailable';
    await send(page);
    await sees(page.element, 'No response.');
    page.session.update(refundRequested);
    await sees(page.element, 'Nordlys Coffee has your request.');
    expect(all(page.element, 'form')).to.have.length(0);
  });

  it('finds what was typed again after leaving the form, also by Escape', async () => {
    const page = await open(owed);
    await type(page, await openForm(page), PAYER_ADDRESS);
    one(page.element, '#refund-address').focus();
    await sendKeys({ press: 'Escape' });
    await settled(page.element);
    await until(
      () => page.element.shadowRoot?.activeElement?.id === 'refund-1',
      'the focus returns to the button',
    );
    expect((await openForm(page)).value).to.equal(PAYER_ADDRESS);
  });

  it('sends once, however often they press', async () => {
    const page = await open(owed);
    page.session.isSlow = true;
    await send(page);
    await sees(page.element, 'Sending request…');
    one(page.element, '[type=submit]').click();
    await settled(page.element);
    page.session.answer();
    await sees(page.element, 'Nordlys Coffee has your request.');
    expect(page.session.inputs).to.have.length(1);
  });

  it('asks by the keyboard alone', async () => {
    const page = await open(owed);
    control(page.element, 'Request a refund').focus();
    await sendKeys({ press: 'Enter' });
    await until(() => all(page.element, '#refund-address').length === 1, 'the form opens');
    await settled(page.element);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ type: PAYER_ADDRESS });
    await sendKeys({ press: 'Enter' });
    await sees(page.element, 'Nordlys Coffee has your request.');
  });

  it('reads each of two amounts, and asks for the second', async () => {
    const second = { ...refund, invoice: 2, reason: 'duplicate', currency: 'BTC', amount: '0.0005' } as const;
    const page = await open(withRefunds([refundRequested, second]));
    await sees(page.element, 'Nordlys Coffee has your request.');
    const field = await openForm(page);
    expect(shown(page.element)).to.include('The order was already paid.');
    await type(page, field, ADDRESSES.BTC);
    control(page.element, 'Send request').click();
    await settled(page.element);
    expect(page.session.inputs).to.deep.equal([{ invoice: 2, amount: '0.0005', address: ADDRESSES.BTC }]);
  });
});

describe('a payer who has asked for money back', () => {
  it('corrects the address until the shop has decided', async () => {
    const page = await open(withRefunds([refundRequested]));
    await sees(page.element, 'Change address');
    const field = await openForm(page, 'Change address');
    await type(page, field, PAYER_ADDRESS);
    page.session.update({ ...refundRequested, state: 'approved' });
    await sees(page.element, 'The shop has approved your refund.');
    expect(all(page.element, 'form')).to.have.length(0);
    expect(shown(page.element)).to.not.include('Change address');
  });

  it('reads that the shop first checks who paid, if this browser did not', async () => {
    const { element } = await open(withRefunds([{ ...refundRequested, proven: false }]));
    await sees(element, 'The request alone doesn’t show who paid. The shop will check that first.');
  });

  it('reads that the request of the browser that paid comes first', async () => {
    const page = await open(withRefunds([{ ...refundRequested, address: 'TABC…wxyz' }]));
    await sees(page.element, 'Change address');
    page.session.problem = 'service_unavailable';
    await type(page, await openForm(page, 'Change address'), PAYER_ADDRESS);
    page.session.problem = null;
    page.session.requestRefund = (input) => {
      page.session.inputs.push(input);
      return Promise.resolve({ ok: true, refund: null });
    };
    control(page.element, 'Send request').click();
    await sees(page.element, 'There’s also a request from the browser used to pay. That one comes first.');
  });

  it('follows every change, read out once', async () => {
    const page = await open(withRefunds([refundRequested]));
    await sees(page.element, 'Nordlys Coffee has your request.');
    page.session.update({ ...refundRequested, state: 'approved' });
    await sees(page.element, 'Your refund will be sent soon.');
    page.session.update({ ...refundRequested, state: 'sent' });
    await sees(page.element, 'Your refund has been sent.');
    await until(() => said(page.element).includes('Your refund has been sent.'), 'it is read out');
    page.session.update({ ...refundRequested, state: 'sent', transaction: TRANSACTION });
    await settled(page.element);
    const links = all(page.element, '.refund a.transaction');
    expect(links.map((link) => link.getAttribute('href'))).to.deep.equal([
      `https://tronscan.org/#/transaction/${TRANSACTION}`,
    ]);
    expect(one(page.element, '.refund crypto-copy-field').getAttribute('value')).to.equal(TRANSACTION);
  });

  it('reads the words of the shop as text', async () => {
    const reply = '<img src=x onerror="alert(1)"><b>No</b> \u202Ehttps://evil.example';
    const { element } = await open(withRefunds([{ ...refundRequested, state: 'declined', reply }]));
    await sees(element, 'The shop has declined your refund.');
    expect(one(element, 'blockquote').textContent?.trim()).to.equal(reply);
    expect(all(element, 'blockquote img, blockquote b, blockquote a')).to.have.length(0);
  });

  it('finds one way to contact a shop that has declined, as the main action', async () => {
    const declined = { ...refundRequested, state: 'declined', reply: 'No.' } as const;
    for (const checkout of [undefined, checkoutIn('paid'), late, underpaid]) {
      const { element } = await open(withRefunds([declined], checkout));
      await sees(element, 'If you disagree, contact the shop.');
      expect(all(element, 'a[href="https://shop.example/help"]')).to.have.length(1);
      expect(one(element, '.primary').innerText).to.equal('Contact shop');
    }
  });

  it('reads no more that the shop will decide, once it has', async () => {
    for (const checkout of [late, underpaid]) {
      const page = await open(withRefunds([refundRequested], checkout));
      await until(() => PENDING.test(shown(page.element)), 'the payer reads that the shop will decide');
      for (const state of ['approved', 'sent', 'declined', 'accepted'] as const) {
        page.session.update({ ...refundRequested, state });
        await until(() => !shown(page.element).includes('Change address'), 'the decision');
        await settled(page.element);
        expect(shown(page.element), state).not.to.match(PENDING);
      }
      // Nothing is left to ask the shop.
      expect(one(page.element, '.primary').innerText).to.equal('Return to shop');
    }
  });

  it('reads it no more either after a decision without a request', async () => {
    for (const checkout of [late, underpaid]) {
      const page = await open(withRefunds([{ ...refund, reason: 'late' }], checkout));
      await until(() => PENDING.test(shown(page.element)), 'the payer reads that the shop will decide');
      page.session.update();
      await until(() => all(page.element, '.refund').length === 0, 'the decision');
      await settled(page.element);
      expect(shown(page.element)).not.to.include('The shop will');
    }
  });

  for (const [where, item, language] of [
    ['.refund .notice', refund, 'en'],
    ['.refund .facts', refundRequested, 'fr'],
  ] as const)
    it(`reads the standard of a network in one line: ${where}`, async () => {
      const { element } = await open(withRefunds([item]), language);
      await until(() => all(element, where).length > 0, where);
      await settled(element);
      const names = all(element, `${where} .whole`);
      expect(names.map(({ textContent }) => textContent)).to.deep.equal(['(TRC-20)']);
      for (let width = 320; width <= 480; width += 2) {
        element.style.inlineSize = `${width}px`;
        for (const name of names) expect(name.getClientRects(), `${width} px`).to.have.length(1);
      }
    });

  it('reads that the shop delivers, or gives back a part by itself', async () => {
    const accepted = await open(withRefunds([{ ...refundRequested, state: 'accepted' }]));
    await sees(accepted.element, 'The shop will deliver your order.');
    await sees(accepted.element, 'This payment won’t be refunded.');
    const shop = { ...refundRequested, reason: 'shop', amount: '10', state: 'approved' } as const;
    const { element } = await open(withRefunds([shop], checkoutIn('paid')));
    await sees(element, 'The shop is refunding 10 USDT.');
    expect(all(element, '.refund button')).to.have.length(0);
  });

  it('reads that the order is paid once the staff have accepted what came late or in part', async () => {
    for (const checkout of [late, underpaid]) {
      const { element } = await open({ ...withRefunds([], checkout), accepted: true });
      await sees(element, 'Paid. Thank you.');
      expect(shown(element)).not.to.include('Paid late');
      expect(shown(element)).not.to.include('Underpaid');
    }
  });

  it('reads that the answer appears in this browser: elsewhere, the page of a shop opens no receipt', async () => {
    const { element } = await open(withRefunds([refundRequested]));
    await sees(
      element,
      'The shop’s decision will appear on this page. Save the link, and open it in this browser.',
    );
  });

  it('reads it in their language', async () => {
    const { element } = await open(withRefunds([refundRequested]), 'de');
    await sees(element, 'Nordlys Coffee hat Ihre Anfrage.');
  });
});
