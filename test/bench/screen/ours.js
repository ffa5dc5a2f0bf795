// Our drop-in over a scripted session, as the page of the bench uses it.
import '../../../dist/define/crypto-checkout.js';
import '../../../dist/define/crypto-countdown.js';
import { checkoutIn } from '../../../stories/fixtures.ts';
import { ready, ScriptedSession } from '../../../stories/scripted-session.ts';

const AWAITING = ready(checkoutIn('awaiting'));
const DETECTED = ready(checkoutIn('detected'));
const PROCESSING = ready(checkoutIn('processing'));

export function mount(parent) {
  const element = document.createElement('crypto-checkout');
  element.setAttribute('locale', 'en-GB');
  element.session = new ScriptedSession(AWAITING);
  parent.append(element);
  return element;
}

const panelOf = (element) => element.shadowRoot?.querySelector('crypto-payment-panel')?.shadowRoot;

export const isShown = (element) =>
  Boolean(panelOf(element)?.querySelector('crypto-payment-qr')?.shadowRoot?.querySelector('path'));

export async function change(element, index) {
  element.session.show(index % 2 === 0 ? PROCESSING : DETECTED);
  await element.updateComplete;
}

export async function turn(element, index) {
  element.session.show(index % 2 === 0 ? DETECTED : AWAITING);
  await element.updateComplete;
  await panelOf(element)?.host.updateComplete;
}

/** The same response once more, as from a poll. */
export async function same(element) {
  element.session.show({ ...AWAITING, checkout: checkoutIn('awaiting') });
  await element.updateComplete;
}

/** A step of the way through a payment. */
export async function step(element, state) {
  element.session.show(ready(checkoutIn(state)));
  await element.updateComplete;
}

export function countdown(now, expiresAtMs) {
  const element = document.createElement('crypto-countdown');
  const startsAt = new Date(expiresAtMs - 1_800_000).toISOString();
  return Object.assign(element, { now, startsAt, expiresAt: new Date(expiresAtMs).toISOString() });
}
