import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionSnapshot } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import { checkout, checkoutIn, invoice, NOW, PART_DETECTED, wallet } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { openDeposit } from './deposit-support.js';
import { documentedStates } from './parts-support.js';
import { one, openCard, replaceClipboard, settled } from './checkout-fixture.js';
import { until } from '../until.js';

/** The documented states that an element is in. */
async function statesOf(element: Element): Promise<readonly string[]> {
  const names = await documentedStates(element.localName);
  return names.filter((name) => element.matches(`:state(${name})`));
}

const problem = { code: 'service_unavailable', retryable: true } as const;

const CARDS: readonly (readonly [SessionSnapshot, readonly string[]])[] = [
  [{ phase: 'loading' }, ['loading']],
  [{ phase: 'failed', problem }, ['error']],
  [ready(checkout), ['choosing']],
  [ready(checkout, { pending: { kind: 'invoice', currency: 'BTC' } }), ['choosing', 'creating']],
  [ready(checkout, { problem }), ['choosing', 'error']],
  [ready(checkoutIn('awaiting')), ['awaiting']],
  [ready(checkoutIn('awaiting'), { changing: true }), ['awaiting', 'choosing']],
  [ready(checkoutIn('detected')), ['detected']],
  [ready(checkoutIn('processing')), ['processing']],
  [ready(checkoutIn('partial')), ['partial']],
  [ready(checkoutIn('paid')), ['paid']],
  [ready(checkoutIn('overpaid')), ['overpaid']],
  [ready({ ...checkoutIn('paid'), late: true }), ['late', 'paid']],
  [ready(checkoutIn('expired')), ['expired']],
  [ready({ ...checkoutIn('partial'), state: 'expired' }), ['expired', 'expired_partial']],
  [ready(checkoutIn('partial', PART_DETECTED)), ['partial', 'partial_detected']],
  [ready(checkoutIn('canceled')), ['canceled']],
];

describe('the states that a page can style', () => {
  it('of a checkout are its screen and the payment state', async () => {
    const { element, session } = await openCard({ phase: 'loading' });
    for (const [snapshot, states] of CARDS) {
      session.show(snapshot);
      await settled(element);
      expect(await statesOf(element)).to.deep.equal(states);
    }
  });

  it('of a checkout include the check after the deadline', async () => {
    const session = new ScriptedSession(ready(checkoutIn('awaiting')));
    session.nowMs = Date.parse(invoice.expiresAt ?? '') + 1000;
    const element = await fixture(html`<crypto-checkout .session=${session}></crypto-checkout>`);
    expect(await statesOf(element)).to.deep.equal(['awaiting', 'checking']);
  });

  it('of a checkout include whether its dialog is open', async () => {
    const { element } = await openCard(ready(checkout), { mode: 'modal', open: '' });
    expect(element.matches(':state(open)')).to.equal(true);
    element.open = false;
    await settled(element);
    expect(element.matches(':state(open)')).to.equal(false);
  });

  it('of a deposit are its steps', async () => {
    const { element, session } = await openDeposit({ phase: 'choosing', wallet: null });
    expect(await statesOf(element)).to.deep.equal(['choosing']);
    session.show({ phase: 'requesting', currency: 'BTC', isSlow: false });
    await settled(element);
    expect(await statesOf(element)).to.deep.equal(['requesting']);
    session.show({ phase: 'ready', wallet });
    await settled(element);
    expect(await statesOf(element)).to.deep.equal(['ready']);
    session.show({ phase: 'failed', currency: 'BTC', problem });
    await settled(element);
    expect(await statesOf(element)).to.deep.equal(['failed']);
    const without = await fixture(html`<crypto-deposit></crypto-deposit>`);
    expect(await statesOf(without)).to.deep.equal(['opening']);
  });

  it('of a badge are its status, and none for an unknown one', async () => {
    const element = await fixture(html`<crypto-status-badge></crypto-status-badge>`);
    const names = await documentedStates('crypto-status-badge');
    expect(names).to.include('stale');
    for (const name of names) {
      element.setAttribute('state', name);
      await settled(element);
      expect(await statesOf(element)).to.deep.equal([name]);
    }
    element.setAttribute('state', 'toString');
    await settled(element);
    expect(await statesOf(element)).to.deep.equal([]);
  });

  it('of a copy button include that it copied', async () => {
    const putBack = replaceClipboard({ writeText: () => Promise.resolve() });
    const element = await fixture(html`<crypto-copy-field value="50.12"></crypto-copy-field>`);
    expect(await statesOf(element)).to.deep.equal([]);
    one(element, 'button').click();
    await until(() => element.matches(':state(copied)'), 'copied');
    putBack();
  });

  it('of a countdown include that little or no time is left', async () => {
    const at = (time: string) => () => Date.parse(time);
    const element = await fixture<HTMLElementTagNameMap['crypto-countdown']>(
      html`<crypto-countdown
        expires-at=${invoice.expiresAt ?? ''}
        starts-at=${invoice.createdAt}
        .now=${at(NOW)}
      ></crypto-countdown>`,
    );
    expect(await statesOf(element)).to.deep.equal([]);
    element.now = at('2026-11-21T13:10:30Z');
    await settled(element);
    expect(await statesOf(element)).to.deep.equal(['soon']);
    element.now = at('2026-11-21T13:12:00Z');
    await settled(element);
    expect(await statesOf(element)).to.deep.equal(['over']);
  });

  it('of a picker include that its list is open', async () => {
    const element = await fixture(html`<crypto-currency-picker currencies="BTC"></crypto-currency-picker>`);
    expect(await statesOf(element)).to.deep.equal([]);
    one(element, '#trigger').click();
    await until(() => element.matches(':state(open)'), 'open');
  });

  it('take the styles of a page', async () => {
    const style = document.createElement('style');
    style.textContent = 'crypto-checkout:state(paid)::part(card) { border-top-width: 7px }';
    document.head.append(style);
    const { element, session } = await openCard(ready(checkoutIn('awaiting')));
    const width = () => getComputedStyle(one(element, '.card')).borderTopWidth;
    expect(width()).to.equal('1px');
    session.show(ready(checkoutIn('paid')));
    await settled(element);
    expect(width()).to.equal('7px');
    style.remove();
  });
});
