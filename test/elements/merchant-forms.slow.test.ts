import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { paymentOf, REFUND_ITEMS } from '../../stories/desk-fixtures.js';
import type { MerchantPaymentDetails } from '../../src/protocol/index.js';
import type { MerchantResult } from '../../src/merchant/entry.js';
import type { ScriptedDesk } from '../../stories/scripted-desk.js';
import { all, control, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { openStaff } from './merchant-support.js';

type Answer = MerchantResult<MerchantPaymentDetails>;

/** Holds the requests of one kind, until the test answers them. */
function holdRequests(desk: ScriptedDesk, name: 'note' | 'settle' | 'resend' | 'createRefund') {
  const answers: ((answer: Answer) => void)[] = [];
  Object.assign(desk, { [name]: () => new Promise<Answer>((resolve) => answers.push(resolve)) });
  return answers;
}

function write(element: Element, text: string): HTMLTextAreaElement {
  const field = one(element, '.decide textarea');
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('There is no field');
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field;
}

const submitForm = (element: Element) => one(element, '.decide [type=submit]').click();

const FIRST = 'payment-of-A-1031';

/** The details of a payment whose note is on its way, and those of another payment with the form for its own note. */
async function openSecondNote() {
  const { element, desk } = await openStaff('crypto-merchant-payments', {}, { payment: FIRST });
  const answers = holdRequests(desk, 'note');
  control(element, 'Add a note').click();
  await settled(element);
  write(element, 'About the first');
  submitForm(element);
  await until(() => answers.length === 1, 'the first note is on its way');
  element.payment = 'payment-of-A-1043';
  await until(() => shown(element).includes('Order A-1043'), 'the second payment');
  control(element, 'Add a note').click();
  await settled(element);
  const field = write(element, 'About the second');
  return { element, answers, field };
}

/** A list whose decisions are answered when the test says so. */
async function openWaiting() {
  const { element, desk } = await openStaff('crypto-merchant-attention');
  const answers: ((answer: Answer) => void)[] = [];
  const calls: string[] = [];
  Object.assign(desk, {
    settle: (id: string) => {
      calls.push(id);
      return new Promise<Answer>((resolve) => answers.push(resolve));
    },
  });
  const openers = () => all(element, '[data-opens$=-dismissed]');
  const openForm = async (index: number, note: string) => {
    openers()[index]?.click();
    await settled(element);
    const field = one(element, '.decide textarea');
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('There is no field');
    field.focus();
    field.value = note;
    return field;
  };
  const submit = () => one(element, '.decide [type=submit]').click();
  return { element, desk, answers, calls, openForm, submit };
}

const answer = (desk: { readonly current: (id: string) => MerchantPaymentDetails }, id: string): Answer => ({
  ok: true,
  value: desk.current(id),
});
const refused: Answer = { ok: false, problem: { kind: 'unreachable' } };

describe('forms of the staff, while a decision is on its way', () => {
  it('keep what a person types into the next one, and its focus', async () => {
    const { element, desk, answers, calls, openForm, submit } = await openWaiting();
    await openForm(0, 'Goods were returned.');
    submit();
    await until(() => answers.length === 1, 'the decision is on its way');
    const field = await openForm(0, 'The payer wrote that');
    answers[0]?.(answer(desk, calls[0] ?? ''));
    await until(() => said(element) !== '', 'the first decision is announced');
    await settled(element);
    expect(field.isConnected).to.equal(true);
    expect(field.value).to.equal('The payer wrote that');
    expect(field.matches(':focus')).to.equal(true);
  });

  it('can be sent at the same time, and show no error of each other', async () => {
    const { element, answers, openForm, submit } = await openWaiting();
    await openForm(0, 'One.');
    submit();
    await until(() => answers.length === 1, 'the first is on its way');
    await openForm(0, 'Two.');
    answers[0]?.(refused);
    await until(() => said(element) !== '', 'the failure of the first is announced');
    expect(shown(one(element, '.decide'))).not.to.contain('Try again');
    expect(all(element, '.decide .error')).to.have.length(0);
    submit();
    await until(() => answers.length === 2, 'the second is on its way');
  });

  it('are sent once, however often their button is pressed', async () => {
    const { answers, calls, openForm, submit } = await openWaiting();
    await openForm(0, 'One.');
    submit();
    submit();
    await until(() => answers.length > 0, 'the decision is on its way');
    expect(calls).to.have.length(1);
  });
});

describe('forms and buttons of a payment, while a request about another one is on its way', () => {
  it('keep what a person types, and can be sent', async () => {
    const { element, answers, field } = await openSecondNote();
    expect(one(element, '.decide [type=submit]').getAttribute('aria-disabled')).to.equal('false');
    answers[0]?.({ ok: true, value: paymentOf(FIRST) });
    await until(() => said(element) !== '', 'the first note is announced');
    await settled(element);
    expect([field.isConnected, field.value, field.matches(':focus')]).to.deep.equal([
      true,
      'About the second',
      true,
    ]);
    submitForm(element);
    await until(() => answers.length === 2, 'the second note is on its way');
  });

  it('show no error of it', async () => {
    const { element, answers } = await openSecondNote();
    answers[0]?.(refused);
    await until(() => said(element) !== '', 'the failure is announced');
    await settled(element);
    expect(all(element, '.details .error')).to.have.length(0);
  });

  it('show no error of an event of it', async () => {
    const { element, desk } = await openStaff('crypto-merchant-payments', {}, { payment: FIRST });
    const answers = holdRequests(desk, 'resend');
    control(element, 'Resend event').click();
    control(element, 'Resend event').click();
    await settled(element);
    expect(answers, 'one request for two presses').to.have.length(1);
    element.payment = 'payment-of-A-1043';
    await until(() => shown(element).includes('Order A-1043'), 'the second payment');
    answers[0]?.(refused);
    await until(() => said(element) !== '', 'the failure is announced');
    await settled(element);
    expect(all(element, '.details .error')).to.have.length(0);
  });

  it('keep what a person types if another decision about the same payment is gone', async () => {
    const late = { invoice: 2, about: 'late', amount: '0' } as const;
    const two = (id: string): MerchantPaymentDetails => ({
      ...paymentOf(id),
      pending: [{ invoice: 1, about: 'owed', amount: '30' }, late],
    });
    const { element, desk } = await openStaff(
      'crypto-merchant-payments',
      { current: two },
      { payment: FIRST },
    );
    const answers = holdRequests(desk, 'settle');
    const openers = () => all(element, '.details [data-opens$=-dismissed]');
    openers()[0]?.click();
    await settled(element);
    write(element, 'About the first');
    submitForm(element);
    await until(() => answers.length === 1, 'the first decision is on its way');
    openers().at(-1)?.click();
    await settled(element);
    const field = write(element, 'About the second');
    answers[0]?.({ ok: true, value: { ...paymentOf(FIRST), pending: [late] } });
    await until(() => said(element) !== '', 'the first decision is announced');
    await settled(element);
    expect([field.isConnected, field.value, field.matches(':focus')]).to.deep.equal([
      true,
      'About the second',
      true,
    ]);
  });

  it('keep what a person types if the refund of another entry has to be confirmed anew', async () => {
    const current = (id: string) => ({ ...paymentOf(FIRST), id });
    const { element, desk } = await openStaff('crypto-merchant-attention', { current });
    const answers = holdRequests(desk, 'createRefund');
    const openers = () => all(element, '[data-opens^=give-]');
    const type = (name: string, value: string) => {
      const field = one(element, `#give-${name}`);
      Reflect.set(field, 'value', value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const typed = () => all(element, '#give-address').map((field): unknown => Reflect.get(field, 'value'));
    const [first] = openers();
    const last = openers().at(-1);
    first?.click();
    await until(() => typed().length === 1, 'the form of the first entry');
    type('address', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE');
    type('amount', '1');
    submitForm(element);
    await until(() => answers.length === 1, 'the first refund is on its way');
    last?.click();
    await until(() => typed()[0] === '', 'the form of the other entry');
    type('address', 'typed for the other one');
    answers[0]?.({ ok: false, problem: { kind: 'refused', code: 'confirmation_required' } });
    await until(() => said(element) !== '', 'the failure is announced');
    await settled(element);
    expect(typed()).to.deep.equal(['typed for the other one']);
  });

  it('have what was typed, and the reason, if it has failed after a person had left it', async () => {
    const { element, answers, openForm, submit } = await openWaiting();
    await openForm(0, 'A long note');
    submit();
    await until(() => answers.length === 1, 'the decision is on its way');
    await openForm(0, 'Another one');
    answers[0]?.(refused);
    await until(() => shown(element).includes('No response.'), 'the reason is beside the button');
    all(element, '[data-opens$=-dismissed]')[0]?.click();
    await settled(element);
    expect(Reflect.get(one(element, '.decide textarea'), 'value')).to.equal('A long note');
  });

  it('take no focus from where a person types now', async () => {
    const { element, desk } = await openStaff('crypto-merchant-payments', {}, { payment: FIRST });
    const answers = holdRequests(desk, 'note');
    control(element, 'Add a note').click();
    await settled(element);
    write(element, 'About the first');
    submitForm(element);
    await until(() => answers.length === 1, 'the note is on its way');
    const search = await fixture<HTMLInputElement>(html`<input aria-label="Search the shop" />`);
    search.focus();
    answers[0]?.({ ok: true, value: paymentOf(FIRST) });
    await until(() => said(element) !== '', 'the note is announced');
    await settled(element);
    expect(search.matches(':focus')).to.equal(true);
  });
});

describe('proposing a payout for a refund', () => {
  it('signs and proposes once, however often the button is pressed', async () => {
    const { element, desk } = await openStaff('crypto-merchant', { items: REFUND_ITEMS });
    const signed: string[] = [];
    let sign: (token: string) => void = () => undefined;
    element.signPayout = (signing) => {
      signed.push(signing.kind);
      return new Promise((resolve) => (sign = resolve));
    };
    await settled(element);
    await until(() => shown(element).includes('Propose payout'), 'the request');
    control(element, 'Propose payout').click();
    control(element, 'Propose payout').click();
    await until(() => signed.length > 0, 'the signature');
    sign('token');
    await until(() => desk.steps.length > 0, 'the proposal');
    control(element, 'Propose payout').click();
    await settled(element);
    expect(signed).to.deep.equal(['proposal']);
    expect(desk.steps).to.deep.equal(['propose token']);
  });

  it('signs once, also if a list changes while the signature is made, and says that it is busy', async () => {
    const { element, desk } = await openStaff('crypto-merchant', { items: REFUND_ITEMS });
    const signed: string[] = [];
    let sign: (token: string) => void = () => undefined;
    element.signPayout = (signing) => {
      signed.push(signing.kind);
      return new Promise((resolve) => (sign = resolve));
    };
    await settled(element);
    await until(() => shown(element).includes('Propose payout'), 'the request');
    control(element, 'Propose payout').click();
    await until(() => signed.length === 1, 'the signature');
    await settled(element);
    expect(control(element, 'Propose payout').getAttribute('aria-disabled')).to.equal('true');
    desk.change({ attention: 3 });
    await settled(element);
    control(element, 'Propose payout').click();
    sign('token');
    await until(() => desk.steps.length > 0, 'the proposal');
    await settled(element);
    expect([signed, desk.steps]).to.deep.equal([['proposal'], ['propose token']]);
  });

  it('says beside the button why nothing was proposed, and can be pressed again', async () => {
    const { element, desk } = await openStaff('crypto-merchant', { items: REFUND_ITEMS });
    let signed = 0;
    element.signPayout = () => {
      signed += 1;
      return signed === 1 ? Promise.reject(new TypeError('no signer')) : Promise.resolve('token');
    };
    await settled(element);
    await until(() => shown(element).includes('Propose payout'), 'the request');
    control(element, 'Propose payout').click();
    await until(() => all(element, '.refund .error').length === 1, 'the reason');
    control(element, 'Propose payout').click();
    await until(() => desk.steps.length > 0, 'the proposal');
    expect(desk.steps).to.deep.equal(['propose token']);
  });
});
