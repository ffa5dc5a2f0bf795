import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { INITIAL_FLOW, isDismissible, reduceFlow } from '../../src/checkout/flow.js';
import type { Flow, FlowAction, FlowContext, FlowEffect } from '../../src/checkout/flow.js';
import { screenOf } from '../../src/checkout/index.js';
import type { SessionProblem, SessionSnapshot } from '../../src/checkout/index.js';
import { PAYMENT_IN_FLIGHT } from '../../src/checkout/screen-kinds.js';
import type { Checkout, CheckoutState } from '../../src/protocol/index.js';
import { CHECKOUT_STATES } from '../../src/protocol/index.js';
import { checkoutOf, invoiceOf, START_MS } from './fake-proxy.js';

const LOADING: SessionSnapshot = { phase: 'loading' };
const LOST: SessionSnapshot = { phase: 'failed', problem: { code: 'offline', retryable: true } };

function ready(changes: Partial<Checkout> = {}, problem: SessionProblem | null = null): SessionSnapshot {
  const checkout = checkoutOf({ invoice: changes.state ? invoiceOf() : null, ...changes });
  return { phase: 'ready', checkout, pending: null, problem, changing: false, connection: 'live' };
}

function contextOf(snapshot: SessionSnapshot, changes: Partial<FlowContext> = {}): FlowContext {
  return {
    screen: screenOf(snapshot, START_MS),
    snapshot,
    nowMs: START_MS,
    areStepsLoaded: true,
    haveStepsFailed: false,
    isReturning: false,
    ...changes,
  };
}

const WITH_EMAIL = { order: { ...checkoutOf().order, emailRequired: true } };
const CHOOSING = ready();
const NEEDS_EMAIL = ready(WITH_EMAIL);
const create = (email = '') => ({ type: 'createInvoice', currency: 'BTC', email, time: {} }) as const;
const opener = { type: 'focus', target: 'opener' } as const;

interface Case {
  readonly title: string;
  readonly before?: Partial<Flow>;
  readonly action: FlowAction;
  readonly context: FlowContext;
  readonly after?: Partial<Flow>;
  readonly effects: readonly FlowEffect[];
}

const CASES: readonly Case[] = [
  {
    title: 'a selected currency is announced to the page before its invoice is created',
    action: { type: 'currencySelected', currency: 'BTC' },
    context: contextOf(CHOOSING),
    after: { lastAction: 'BTC' },
    effects: [{ type: 'notifyCurrencyChange', currency: 'BTC' }, { type: 'loadSteps' }, create()],
  },
  {
    title: 'a selected currency waits for the email address that the order needs',
    action: { type: 'currencySelected', currency: 'BTC' },
    context: contextOf(NEEDS_EMAIL),
    after: { lastAction: 'BTC', awaitingEmail: 'BTC' },
    effects: [{ type: 'notifyCurrencyChange', currency: 'BTC' }, { type: 'loadSteps' }],
  },
  {
    title: 'a valid email address creates the invoice that waited for it',
    before: { awaitingEmail: 'BTC', isEmailInvalid: true },
    action: { type: 'emailSubmitted', email: 'a@example.com', isValid: true },
    context: contextOf(NEEDS_EMAIL),
    after: { email: 'a@example.com', isEmailInvalid: false, lastAction: 'BTC' },
    effects: [{ type: 'loadSteps' }, create('a@example.com')],
  },
  {
    title: 'an invalid email address is said, and the field keeps the focus',
    before: { awaitingEmail: 'BTC' },
    action: { type: 'emailSubmitted', email: 'a', isValid: false },
    context: contextOf(NEEDS_EMAIL),
    after: { isEmailInvalid: true },
    effects: [
      { type: 'announce', message: 'emailMissing' },
      { type: 'focus', target: 'email' },
    ],
  },
  {
    title: 'an email address without a currency that waits for it does nothing',
    action: { type: 'emailSubmitted', email: 'a@example.com', isValid: true },
    context: contextOf(NEEDS_EMAIL),
    effects: [],
  },
  {
    title: 'the way back from the email address forgets the currency',
    before: { awaitingEmail: 'BTC' },
    action: { type: 'emailDismissed' },
    context: contextOf(NEEDS_EMAIL),
    after: { awaitingEmail: null },
    effects: [],
  },
  {
    title:
      'the currency of the page is selected once the checkout is open, and its own choice is not announced to the page',
    before: { kind: 'choosing' },
    action: { type: 'screenRendered', currency: 'BTC' },
    context: contextOf(CHOOSING),
    after: { isPreselected: true, lastAction: 'BTC' },
    effects: [{ type: 'loadSteps' }, create()],
  },
  {
    title: 'a currency of the page that is not offered has had its turn',
    action: { type: 'screenRendered', currency: 'ETH' },
    context: contextOf(CHOOSING),
    after: { isPreselected: true },
    effects: [],
  },
  {
    title: 'the currency of the page has no second turn in a session',
    before: { isPreselected: true },
    action: { type: 'screenRendered', currency: 'BTC' },
    context: contextOf(CHOOSING),
    effects: [],
  },
  {
    title: 'another session gives the currency of the page another turn',
    before: { isPreselected: true, needsMoreTime: true },
    action: { type: 'sessionReplaced' },
    context: contextOf(LOADING),
    after: { isPreselected: false, needsMoreTime: false },
    effects: [],
  },
  {
    title: 'a payer who needs more time gets the longest with the next invoice',
    before: { needsMoreTime: true },
    action: { type: 'currencySelected', currency: 'BTC' },
    context: contextOf(CHOOSING),
    after: { lastAction: 'BTC' },
    effects: [
      { type: 'notifyCurrencyChange', currency: 'BTC' },
      { type: 'loadSteps' },
      { ...create(), time: { lifetime: 'longest' } },
    ],
  },
  {
    title: 'a need for more time is kept until the choice',
    action: { type: 'moreTimeToggled', isNeeded: true },
    context: contextOf(CHOOSING),
    after: { needsMoreTime: true },
    effects: [],
  },
  {
    title: 'a new price replaces the invoice on the screen, and asks for no email address again',
    before: { needsMoreTime: true },
    action: { type: 'renewalRequested' },
    context: contextOf(ready({ ...WITH_EMAIL, state: 'awaiting' })),
    after: { lastAction: 'BTC' },
    effects: [{ ...create(), time: { replaces: invoiceOf().id, lifetime: 'longest' } }],
  },
  {
    title: 'a new price is for an invoice that awaits money only',
    action: { type: 'renewalRequested' },
    context: contextOf(ready({ state: 'partial' })),
    effects: [],
  },
  {
    title: 'another screen forgets what belonged to the one before',
    before: { kind: 'choosing', overlay: 'help', awaitingEmail: 'BTC', isEmailInvalid: true },
    action: { type: 'screenWillRender' },
    context: contextOf(ready({ state: 'awaiting' })),
    after: { kind: 'awaiting', overlay: null, awaitingEmail: null, isEmailInvalid: false },
    effects: [{ type: 'clearNotice' }, { type: 'forgetReturn' }],
  },
  {
    title: 'another screen loads again what failed to load for the one before',
    before: { kind: 'choosing' },
    action: { type: 'screenWillRender' },
    context: contextOf(ready({ state: 'awaiting' }), { haveStepsFailed: true }),
    after: { kind: 'awaiting' },
    effects: [{ type: 'clearNotice' }, { type: 'forgetReturn' }, { type: 'loadSteps' }],
  },
  {
    title: 'the same screen changes nothing',
    before: { kind: 'choosing', overlay: 'help' },
    action: { type: 'screenWillRender' },
    context: contextOf(CHOOSING),
    effects: [],
  },
  {
    title: 'a payment that becomes paid before the payer leads back to the shop',
    before: { kind: 'detected' },
    action: { type: 'screenWillRender' },
    context: contextOf(ready({ state: 'paid' })),
    after: { kind: 'paid' },
    effects: [
      { type: 'clearNotice' },
      { type: 'forgetReturn' },
      { type: 'startReturn', checkout: checkoutOf({ state: 'paid', invoice: invoiceOf() }) },
    ],
  },
  {
    title: 'a payment that was paid before it was opened leads nowhere',
    before: { kind: 'loading' },
    action: { type: 'screenWillRender' },
    context: contextOf(ready({ state: 'paid' })),
    after: { kind: 'paid' },
    effects: [{ type: 'clearNotice' }, { type: 'forgetReturn' }],
  },
  {
    title: 'the payer is prompted for an email address that the proxy requires',
    before: { kind: 'creating', lastAction: 'BTC' },
    action: { type: 'screenWillRender' },
    context: contextOf(ready({}, { code: 'email_required', retryable: false })),
    after: { kind: 'error', awaitingEmail: 'BTC', problemAtMs: START_MS },
    effects: [{ type: 'clearNotice' }, { type: 'forgetReturn' }],
  },
  {
    title: 'a problem keeps the time at which it came',
    action: { type: 'problemReported' },
    context: contextOf(LOST),
    after: { problemAtMs: START_MS },
    effects: [],
  },
  {
    title: 'a payer who does something else stays on the page',
    action: { type: 'overlayToggled', overlay: 'help' },
    context: contextOf(ready({ state: 'paid' }), { isReturning: true }),
    after: { overlay: 'help' },
    effects: [
      opener,
      { type: 'clearNotice' },
      { type: 'announce', message: 'returnStopped' },
      { type: 'stopReturn' },
    ],
  },
  {
    title: 'a dialog that opens or closes leaves the overlay',
    before: { overlay: 'cancel' },
    action: { type: 'dialogToggled' },
    context: contextOf(CHOOSING),
    after: { overlay: null },
    effects: [{ type: 'clearNotice' }],
  },
  {
    title: 'a confirmed cancellation leaves the question',
    before: { overlay: 'cancel' },
    action: { type: 'cancelConfirmed' },
    context: contextOf(ready({ state: 'awaiting' })),
    after: { overlay: null, lastAction: 'cancel' },
    effects: [{ type: 'cancelCheckout' }],
  },
  {
    title: 'a retry repeats the selection',
    before: { lastAction: 'BTC' },
    action: { type: 'retryRequested' },
    context: contextOf(ready({}, { code: 'offline', retryable: true })),
    effects: [{ type: 'loadSteps' }, create()],
  },
  {
    title: 'a retry repeats the cancellation',
    before: { lastAction: 'cancel' },
    action: { type: 'retryRequested' },
    context: contextOf(ready({ state: 'awaiting' })),
    effects: [{ type: 'cancelCheckout' }],
  },
  {
    title: 'a retry without an action shows the coins again',
    action: { type: 'retryRequested' },
    context: contextOf(ready({ state: 'awaiting' })),
    effects: [{ type: 'changeCurrency', isChanging: true }],
  },
  {
    title: 'a retry without a checkout sends the request again',
    before: { lastAction: 'BTC' },
    action: { type: 'retryRequested' },
    context: contextOf(LOST),
    effects: [{ type: 'refresh' }],
  },
  {
    title: 'a retry first loads what failed to load',
    before: { lastAction: 'BTC' },
    action: { type: 'retryRequested' },
    context: contextOf(CHOOSING, { haveStepsFailed: true }),
    effects: [{ type: 'loadSteps' }],
  },
  {
    title: 'closing needs a confirmation while a payment is in flight',
    action: { type: 'closeRequested' },
    context: contextOf(ready({ state: 'detected' })),
    after: { overlay: 'close' },
    effects: [{ type: 'clearNotice' }],
  },
  {
    title: 'closing is done once the payer has confirmed it',
    before: { overlay: 'close' },
    action: { type: 'closeRequested' },
    context: contextOf(ready({ state: 'detected' })),
    effects: [{ type: 'closeDialog' }],
  },
  {
    title: 'closing shows no confirmation whose messages have not loaded',
    action: { type: 'closeRequested' },
    context: contextOf(ready({ state: 'detected' }), { areStepsLoaded: false }),
    effects: [{ type: 'closeDialog' }],
  },
  {
    title: 'Escape leaves the help',
    before: { overlay: 'help' },
    action: { type: 'dismissRequested' },
    context: contextOf(CHOOSING),
    after: { overlay: null },
    effects: [opener, { type: 'clearNotice' }],
  },
  {
    title: 'Escape closes the dialog where nothing lies over it',
    action: { type: 'dismissRequested' },
    context: contextOf(CHOOSING),
    effects: [{ type: 'closeDialog' }],
  },
  {
    title: 'another currency and an update are the business of the session',
    action: { type: 'currencyChangeToggled', isChanging: true },
    context: contextOf(ready({ state: 'awaiting' })),
    effects: [{ type: 'changeCurrency', isChanging: true }],
  },
  {
    title: 'an update is requested from the session',
    action: { type: 'refreshRequested' },
    context: contextOf(LOST),
    effects: [{ type: 'refresh' }],
  },
];

describe('actions of the flow', () => {
  for (const { title, before = {}, action, context, after = {}, effects } of CASES) {
    test(title, () => {
      const flow = { ...INITIAL_FLOW, ...before };
      assert.deepEqual(reduceFlow(flow, action, context), { flow: { ...flow, ...after }, effects });
    });
  }
});

const currency = fc.constantFrom('BTC' as const, 'ETH' as const);
const actions: fc.Arbitrary<FlowAction> = fc.oneof(
  fc.constantFrom<FlowAction>(
    { type: 'sessionReplaced' },
    { type: 'dialogToggled' },
    { type: 'screenWillRender' },
    { type: 'problemReported' },
    { type: 'emailDismissed' },
    { type: 'cancelConfirmed' },
    { type: 'retryRequested' },
    { type: 'refreshRequested' },
    { type: 'closeRequested' },
    { type: 'dismissRequested' },
  ),
  currency.map((code): FlowAction => ({ type: 'screenRendered', currency: code })),
  currency.map((code): FlowAction => ({ type: 'currencySelected', currency: code })),
  fc.boolean().map((isChanging): FlowAction => ({ type: 'currencyChangeToggled', isChanging })),
  fc
    .constantFrom(null, 'cancel' as const, 'close' as const, 'help' as const)
    .map((overlay): FlowAction => ({ type: 'overlayToggled', overlay })),
  // A browser does not accept an empty address as valid.
  fc
    .constantFrom('', 'a', 'a@example.com')
    .map((email): FlowAction => ({ type: 'emailSubmitted', email, isValid: email.includes('@') })),
);

const snapshots: fc.Arbitrary<SessionSnapshot> = fc.oneof(
  fc.constantFrom(LOADING, LOST),
  fc
    .record({
      state: fc.constantFrom<CheckoutState>(...CHECKOUT_STATES),
      emailRequired: fc.boolean(),
      problem: fc.constantFrom<SessionProblem | null>(null, { code: 'email_required', retryable: false }),
    })
    .map(({ state, emailRequired, problem }) =>
      ready({ state, order: { ...checkoutOf().order, emailRequired } }, problem),
    ),
);

const contexts: fc.Arbitrary<FlowContext> = fc
  .record({
    snapshot: snapshots,
    areStepsLoaded: fc.boolean(),
    haveStepsFailed: fc.boolean(),
    isReturning: fc.boolean(),
  })
  .map(({ snapshot, ...rest }) => contextOf(snapshot, rest));

test('after any events, no invoice lacks its email address, and no payment in flight is closed without confirmation', () => {
  const steps = fc.array(fc.tuple(actions, contexts), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (taken) => {
      let flow = INITIAL_FLOW;
      for (const [action, context] of taken) {
        const before = flow;
        const result = reduceFlow(before, action, context);
        flow = result.flow;
        const types = result.effects.map(({ type }) => type);
        const { snapshot, screen } = context;
        const needsEmail = snapshot.phase === 'ready' && snapshot.checkout.order.emailRequired;
        if (needsEmail && flow.email === '') assert.ok(!types.includes('createInvoice'));
        const mustAsk = PAYMENT_IN_FLIGHT.has(screen.kind) && context.areStepsLoaded;
        if (mustAsk && before.overlay !== 'close') assert.ok(!types.includes('closeDialog'));
        assert.equal(new Set(types).size, types.length, 'an effect is requested once');
        if (flow.overlay === 'close') assert.ok(!isDismissible(flow));
      }
    }),
  );
});

test('rendering the same screen again changes nothing and has no effects', () => {
  const pages = fc.tuple(fc.array(fc.tuple(actions, contexts), { maxLength: 10 }), contexts);
  fc.assert(
    fc.property(pages, ([taken, context]) => {
      const reached = [...taken, [{ type: 'screenWillRender' }, context] as const].reduce<Flow>(
        (flow, [action, at]) => reduceFlow(flow, action, at).flow,
        INITIAL_FLOW,
      );
      const updated = reduceFlow(reached, { type: 'screenWillRender' }, context);
      assert.equal(updated.flow, reached);
      assert.deepEqual(updated.effects, []);
      const rendered = reduceFlow(reached, { type: 'screenRendered', currency: 'BTC' }, context).flow;
      const again = reduceFlow(rendered, { type: 'screenRendered', currency: 'BTC' }, context);
      assert.equal(again.flow, rendered);
      assert.deepEqual(again.effects, []);
    }),
  );
});
