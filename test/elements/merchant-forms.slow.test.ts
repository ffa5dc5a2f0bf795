import { expect } from '@open-wc/testing';
import { REFUND_ITEMS } from '../../stories/desk-fixtures.js';
import type { MerchantPaymentDetails } from '../../src/protocol/index.js';
import type { MerchantResult } from '../../src/merchant/entry.js';
import { all, control, one, said, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { openStaff } from './merchant-support.js';

type Answer = MerchantResult<MerchantPaymentDetails>;

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
});
