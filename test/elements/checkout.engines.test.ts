import { expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { SessionProblem, SessionSnapshot } from '../../src/checkout/session.js';
import type { Checkout } from '../../src/protocol/index.js';
import { ADDRESSES, bitcoinInvoice, checkout, checkoutIn, PART_DETECTED } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import {
  all,
  control,
  COPIED_MS,
  everything,
  holdTimers,
  one,
  openCard,
  replaceClipboard,
  said,
  settled,
  shown,
  words,
} from './checkout-fixture.js';
import { until } from '../until.js';

const PROBLEM: SessionProblem = { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' };
const HOSTED_PAGE = 'https://pay.example/INV-8KQ2M4XZ';
const AFTER_DEADLINE = Date.parse('2026-11-21T13:12:01Z');

const withEmail: Checkout = { ...checkout, order: { ...checkout.order, emailRequired: true } };
const creating = ready(checkout, { pending: { kind: 'invoice', currency: 'USDT_TRC20' } });

/** Every screen: the state of the session, and the text that the payer reads first. */
const SCREENS: Record<string, readonly [SessionSnapshot, string]> = {
  'loading': [{ phase: 'loading' }, 'Opening your payment…'],
  'choosing': [ready(checkout), 'How would you like to pay?'],
  'creating': [creating, 'Getting your payment address…'],
  'awaiting': [ready(checkoutIn('awaiting')), 'Send exactly'],
  'awaiting with a link': [ready(checkoutIn('awaiting', bitcoinInvoice)), 'Include amount'],
  'stale': [ready({ ...checkoutIn('awaiting'), stale: true }), 'Connection problem.'],
  'no connection': [ready(checkoutIn('partial'), { connection: 'trouble' }), 'Your payment is safe.'],
  'test mode': [ready({ ...checkoutIn('awaiting'), testMode: true }), 'Test mode'],
  'detected': [ready(checkoutIn('detected')), 'Payment detected'],
  'processing': [ready(checkoutIn('processing')), 'Processing your payment'],
  'partial': [ready(checkoutIn('partial')), 'Send the rest'],
  'partial with a further payment': [ready(checkoutIn('partial', PART_DETECTED)), 'Another payment detected'],
  'paid': [ready(checkoutIn('paid')), 'Paid. Thank you.'],
  'overpaid': [ready(checkoutIn('overpaid')), 'Overpaid by 2.5 USDT'],
  'late': [ready({ ...checkoutIn('paid'), late: true }), 'Paid late'],
  'expired': [ready(checkoutIn('expired')), 'This price has expired'],
  'expired with money': [ready({ ...checkoutIn('partial'), state: 'expired' }), 'Underpaid'],
  'canceled': [ready(checkoutIn('canceled')), 'Payment canceled'],
  'error': [ready(checkout, { problem: PROBLEM }), 'We couldn’t get a payment address'],
  'error with a way out': [
    ready(checkoutIn('awaiting', { hostedPage: 'https://pay.example/INV-8KQ2M4XZ' }), { problem: PROBLEM }),
    'Open payment page',
  ],
  'error on opening': [{ phase: 'failed', problem: PROBLEM }, 'We couldn’t open this payment'],
  'dead link': [
    { phase: 'failed', problem: { code: 'order_expired', retryable: false } },
    'This link no longer works',
  ],
};

describe('crypto-checkout', () => {
  for (const [name, [snapshot, text]] of Object.entries(SCREENS)) {
    describe(name, () => {
      for (const theme of ['light', 'dark']) {
        it(`is accessible in ${theme}`, async () => {
          const { element } = await openCard(snapshot, { theme });
          expect(shown(element)).to.contain(text);
          await expect(element).to.be.accessible();
        });
      }

      it('has no style attribute and no inline handler anywhere', async () => {
        const { element } = await openCard(snapshot);
        for (const node of everything(element)) {
          for (const { name: attribute } of node.attributes) {
            expect(attribute, node.localName).not.to.match(/^(style|on.*)$/);
          }
        }
      });

      it('has one polite live region', async () => {
        const { element } = await openCard(snapshot);
        expect(all(element, '[role=status], [aria-live]')).to.have.length(1);
      });
    });
  }

  describe('the card', () => {
    for (const width of [320, 400, 480]) {
      it(`keeps one size in every state at ${width} px, without overflow`, async () => {
        const { element, session } = await openCard({ phase: 'loading' });
        const box = element.parentElement;
        if (box) box.style.inlineSize = `${width}px`;
        for (const [name, [snapshot]] of Object.entries(SCREENS)) {
          session.show(snapshot);
          await settled(element);
          const card = one(element, '.card');
          expect(card.scrollWidth, name).to.be.at.most(card.clientWidth);
          expect(element.getBoundingClientRect().width, name).to.equal(width);
          expect(growth(one(element, '.room')), name).to.equal(0);
        }
      });
    }

    it('shows shop, order and price in every state', async () => {
      const { element } = await openCard(ready(checkoutIn('awaiting')));
      const head = words(one(element, '.header').innerText);
      expect(head).to.contain('Nordlys Coffee');
      expect(head).to.contain('Order A-1001');
      expect(head).to.contain('€49.00');
    });

    it("formats the price for the payer's locale", async () => {
      const { element } = await openCard(ready(checkoutIn('awaiting')), { locale: 'de-DE' });
      const price = () => all(element, '.total').map((total) => words(total.innerText));
      await until(() => price().join().includes('49,00 €'), 'the price in German');
      element.locale = 'no such language!';
      await settled(element);
      expect(words(one(element, '.total').innerText)).to.match(/49[.,]00/);
    });

    it('says nothing about money to a payer for whom it cannot open the payment: they may have paid before', async () => {
      for (const code of ['service_unavailable', 'invalid_request', 'checkout_not_found'] as const) {
        const retryable = code === 'service_unavailable';
        const { element } = await openCard({ phase: 'failed', problem: { code, retryable } });
        const text = words(one(element, '[part~=text]').innerText);
        expect(text, code).to.match(/details to the shop|open this page again/);
        expect(text, code).not.to.contain('charged');
      }
    });

    it('says in every state that no real money is sent', async () => {
      const { element, session } = await openCard(ready({ ...checkoutIn('awaiting'), testMode: true }));
      for (const [name, [snapshot]] of Object.entries(SCREENS)) {
        if (snapshot.phase !== 'ready') continue;
        session.show({ ...snapshot, checkout: { ...snapshot.checkout, testMode: true } });
        await settled(element);
        expect(words(one(element, '.header').innerText), name).to.contain('Test mode');
      }
    });

    it('renders foreign text as text, never as markup', async () => {
      const hostile = '<img src=x onerror="window.__hit = true"><b>Shop</b>';
      const snapshot = ready({
        ...checkoutIn('paid', { id: hostile, transactions: [hostile] }),
        shop: { name: hostile },
        order: { ...checkout.order, id: hostile },
      });
      const { element } = await openCard(snapshot);
      expect(all(element, 'img')).to.have.length(0);
      expect(one(element, '.shop-name').textContent).to.equal(hostile);
      expect(Reflect.get(window, '__hit')).to.equal(undefined);
    });

    it('shows a skeleton that becomes the sheet without a layout shift', async () => {
      const { element, session } = await openCard(creating);
      const panel = one(element, 'crypto-payment-panel');
      const before = panel.getBoundingClientRect();
      session.show(ready(checkoutIn('awaiting')));
      await settled(element);
      const after = one(element, 'crypto-payment-panel').getBoundingClientRect();
      expect(Math.abs(after.height - before.height)).to.be.at.most(1);
      expect(after.top).to.equal(before.top);
    });
  });

  describe('choosing', () => {
    it('passes the chosen coin on', async () => {
      const { element, session } = await openCard(ready(checkout));
      await choose(element, 'tron tether');
      expect(session.steps).to.deep.equal(['choose USDT_TRC20']);
    });

    it('announces the current step to a screen reader, and keeps showing the price', async () => {
      const { element } = await openCard(ready(checkout));
      const foot = () => words(one(element, '.status').innerText);
      const promise = foot();
      expect(said(element)).to.equal('How would you like to pay?');
      all(element, '[role=option]')[0]?.click();
      await settled(element);
      expect(said(element)).to.equal('Choose a network for USDT');
      expect(foot()).to.equal(promise);
      control(element, 'Back to coins').click();
      await settled(element);
      expect(said(element)).to.equal('How would you like to pay?');
      expect(foot()).to.equal(promise);
      all(element, '[role=option]')[0]?.click();
      await settled(element);
      control(element, 'Help').click();
      await settled(element);
      expect(foot(), 'in the help').to.equal(promise);
      const putBack = replaceClipboard({ writeText: () => Promise.resolve() });
      control(element, 'Copy details').click();
      await until(() => foot() !== promise && foot() === said(element), 'the copy is seen and heard');
      putBack();
    });

    it('shows only the coins that the page lists', async () => {
      const { element } = await openCard(ready(checkout), { currencies: 'BTC, USDT_TRC20' });
      expect(all(element, '[role=option]')).to.have.length(2);
    });

    it('opens the coin that the page names immediately', async () => {
      const { element, session } = await openCard({ phase: 'loading' }, { currency: 'BTC' });
      session.show(ready(checkout));
      await settled(element);
      session.show(ready({ ...checkout, version: 2 }));
      await settled(element);
      expect(session.steps).to.deep.equal(['choose BTC']);
    });

    it('does not choose again for a payer who returns to a finished payment', async () => {
      const { session } = await openCard(ready(checkoutIn('expired')), { currency: 'BTC' });
      expect(session.steps).to.deep.equal([]);
    });

    it('requires an email address first, if the order needs one', async () => {
      const { element, session } = await openCard(ready(withEmail));
      await choose(element, 'tron tether');
      expect(session.steps).to.deep.equal([]);
      expect(shown(element)).to.contain('Nordlys Coffee needs your email address');
      expect(element.shadowRoot?.activeElement?.id).to.equal('email');
      await expect(element).to.be.accessible();
      await sendKeys({ type: 'maja' });
      await sendKeys({ press: 'Enter' });
      await settled(element);
      expect(shown(element)).to.contain('Enter an email address such as name@example.com.');
      expect(session.steps).to.deep.equal([]);
      await expect(element).to.be.accessible();
      await sendKeys({ type: '@example.com' });
      await sendKeys({ press: 'Enter' });
      expect(session.steps).to.deep.equal(['choose USDT_TRC20 maja@example.com']);
    });

    it('leads back from the email address to the coins', async () => {
      const { element, session } = await openCard(ready(withEmail));
      await choose(element, 'tron tether');
      control(element, 'Back to coins and networks').click();
      await settled(element);
      expect(shown(element)).to.contain('How would you like to pay?');
      expect(session.steps).to.deep.equal([]);
    });

    it('leads back to the payment that the payer wanted to change', async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      control(element, 'Change coin or network').click();
      await settled(element);
      expect(said(element), 'it is heard what becomes of the address').to.match(
        /^How would you like to pay\? .*Don’t send to the old one after that\./,
      );
      control(element, 'Back to the payment').click();
      await settled(element);
      expect(session.steps).to.deep.equal(['change true', 'change false']);
      expect(shown(element)).to.contain(ADDRESSES.USDT_TRC20.slice(0, 4));
    });
  });

  describe('a second payment after a part', () => {
    it('takes away every way to send until it is confirmed, and is announced', async () => {
      const { element, session } = await openCard(ready(checkoutIn('partial', { hostedPage: HOSTED_PAGE })));
      const waysToSend = () => [
        ...all(element, 'crypto-payment-qr, [part~=open-wallet], crypto-countdown, crypto-copy-field'),
        ...all(element, 'a').filter(({ textContent }) => !/Return to shop|Help|…/.test(textContent)),
      ];
      expect(waysToSend()).not.to.have.length(0);
      session.show(ready(checkoutIn('partial', { ...PART_DETECTED, hostedPage: HOSTED_PAGE })));
      await settled(element);
      expect(waysToSend()).to.have.length(0);
      expect(said(element)).to.equal('Another payment detected');
      const text = shown(element);
      for (const part of ['Please don’t send anything now.', '30 USDT', '20.12 USDT'])
        expect(text).to.contain(part);
      expect(text).not.to.contain(ADDRESSES.USDT_TRC20.slice(0, 4));
      expect(text).not.to.match(/Price locked|Send the rest/);
      session.show(ready(checkoutIn('partial', { paid: '40', due: '10.12' })));
      await settled(element);
      expect(waysToSend()).not.to.have.length(0);
      expect(said(element)).to.equal('40 of 50.12 USDT received. 10.12 USDT left to send.');
    });

    it('stays on the screen after the deadline, by whatever clock', async () => {
      const expired = { ...checkoutIn('partial', PART_DETECTED), state: 'expired' as const };
      const { element, session } = await openCard(ready(checkoutIn('partial', PART_DETECTED)));
      session.nowMs = AFTER_DEADLINE;
      session.show(ready(checkoutIn('partial', { ...PART_DETECTED, fee: null })));
      await settled(element);
      expect(shown(element)).to.contain('Another payment detected');
      session.show(ready(expired));
      await settled(element);
      expect(shown(element)).to.contain('Another payment detected');
      expect(shown(element)).not.to.contain('settle');
    });
  });

  describe('awaiting', () => {
    it('repeats the network in the footer when the address is copied, until the next screen', async () => {
      const putBack = replaceClipboard({ writeText: () => Promise.resolve() });
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      control(element, 'Copy address').click();
      const foot = () => words(one(element, '.status').innerText);
      await until(() => foot() === 'Address copied. Send on TRON only.', 'the foot repeats the network');
      expect(said(element)).to.equal('Address copied. Send on TRON only.');
      session.show(ready(checkoutIn('detected')));
      await settled(element);
      expect(shown(element)).not.to.contain('Address copied');
      putBack();
    });

    it('keeps announcing updates to a screen reader after the message of a copy', async () => {
      const putBack = replaceClipboard({ writeText: () => Promise.resolve() });
      const timers = holdTimers(COPIED_MS);
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      control(element, 'Copy address').click();
      await until(() => said(element).startsWith('Address copied'), 'the address is copied');
      session.show(ready(checkoutIn('partial')));
      await settled(element);
      const announced = said(element);
      expect(announced).not.to.contain('Address copied');
      timers.runNext();
      await until(() => all(element, '[data-copied]').length === 0, 'the button rests again');
      await settled(element);
      expect(said(element)).to.equal(announced);
      timers.restore();
      putBack();
    });

    it('cancels only after a confirmation', async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      control(element, 'Cancel payment').click();
      await settled(element);
      expect(session.steps).to.deep.equal([]);
      control(element, 'Keep payment').click();
      await settled(element);
      control(element, 'Cancel payment').click();
      await settled(element);
      control(element, 'Yes, cancel').click();
      expect(session.steps).to.deep.equal(['cancel']);
    });

    for (const mode of ['inline', 'modal']) {
      it(`moves the keyboard focus to the question whether to cancel, and out of it by Escape: ${mode}`, async () => {
        const { element, session } = await openCard(ready(checkoutIn('awaiting')), { mode, open: '' });
        control(element, 'Cancel payment').focus();
        await sendKeys({ press: 'Enter' });
        await settled(element);
        expect(words(element.shadowRoot?.activeElement?.textContent ?? '')).to.equal('Keep payment');
        await sendKeys({ press: 'Escape' });
        await settled(element);
        expect(shown(element)).to.contain('Cancel payment').and.not.to.contain('Keep payment');
        expect(element.hasAttribute('open')).to.equal(true);
        expect(session.steps).to.deep.equal([]);
      });
    }

    it('confirms a cancellation with a focus ring that keeps the question above it legible', async () => {
      const { element } = await openCard(ready(checkoutIn('awaiting')));
      element.style.inlineSize = '320px';
      control(element, 'Cancel payment').focus();
      await sendKeys({ press: 'Enter' });
      await settled(element);
      const requested = control(element, 'Keep payment');
      const { outlineOffset, outlineWidth } = getComputedStyle(requested);
      const ringTop =
        requested.getBoundingClientRect().top - parseFloat(outlineOffset) - parseFloat(outlineWidth);
      const question = one(element, '.secondary-actions > [part=label]').getBoundingClientRect();
      expect(question.width, 'the question has its own line').to.be.above(requested.offsetWidth);
      expect(ringTop).to.be.at.least(question.bottom);
    });

    it("turns to checking when the server's clock passes the deadline, and stops offering the address", async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      session.nowMs = AFTER_DEADLINE;
      await until(() => shown(element).includes('Checking for your payment'), 'the deadline is noticed');
      expect(shown(element)).not.to.contain('We haven’t received a payment');
      expect(all(element, 'crypto-payment-qr, crypto-copy-field')).to.have.length(0);
    });

    it('becomes more urgent in the last minute', async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting')));
      session.nowMs = Date.parse('2026-11-21T13:11:12Z');
      await until(() => one(element, '.footer').dataset['tone'] === 'warning', 'the foot is tinted');
      expect(shown(element)).to.contain('This price expires at');
      expect(said(element)).to.match(/^1 minute left\. .*Get a new price$/);
    });

    it('offers a retry when the connection fails', async () => {
      const { element, session } = await openCard(ready(checkoutIn('awaiting'), { connection: 'trouble' }));
      expect(shown(element)).to.contain('Nothing is lost. We’ll check again.');
      control(element, 'Try now').click();
      expect(session.steps).to.deep.equal(['refresh']);
    });
  });

  describe('after the payment', () => {
    it('gets a new price in the same coin', async () => {
      const { element, session } = await openCard(ready(checkoutIn('expired', bitcoinInvoice)));
      control(element, 'Get a new price').click();
      expect(session.steps).to.deep.equal(['choose BTC']);
    });

    it('starts again after a canceled payment', async () => {
      const { element, session } = await openCard(ready(checkoutIn('canceled')));
      control(element, 'Start again').click();
      expect(session.steps).to.deep.equal(['change true']);
    });

    it('offers no action without effect', async () => {
      const { support: _support, returnUrl: _returnUrl, ...order } = checkout.order;
      const { element } = await openCard(ready({ ...checkoutIn('overpaid'), order }));
      expect(all(element, 'a:not(.transaction), button:not([part~=help])')).to.have.length(0);
    });

    it('offers no address and no amount to copy once it is over', async () => {
      for (const state of ['expired', 'canceled', 'paid', 'overpaid', 'detected'] as const) {
        const { element } = await openCard(ready(checkoutIn(state)));
        expect(shown(element), state).not.to.contain(ADDRESSES.USDT_TRC20.slice(0, 4));
        expect(all(element, 'crypto-copy-field'), state).to.have.length(0);
      }
    });
  });

  describe('a problem', () => {
    it('retries the same coin', async () => {
      const { element, session } = await openCard(ready(checkout));
      await choose(element, 'tron tether');
      session.show(ready(checkout, { problem: PROBLEM }));
      await settled(element);
      expect(shown(element)).to.contain('USDT on TRON (TRC-20)');
      expect(words(one(element, '.status').innerText)).to.equal('Request 4f1c-92aa');
      control(element, 'Try again').click();
      expect(session.steps).to.deep.equal(['choose USDT_TRC20', 'choose USDT_TRC20']);
    });

    it('retries if nothing could be opened', async () => {
      const { element, session } = await openCard({ phase: 'failed', problem: PROBLEM });
      control(element, 'Try again').click();
      expect(session.steps).to.deep.equal(['refresh']);
    });

    it('leads back to the payment if there is one, and names the problem', async () => {
      const problem: SessionProblem = { code: 'payment_in_progress', retryable: false };
      const { element, session } = await openCard(ready(checkoutIn('awaiting'), { problem }));
      expect(shown(element)).to.contain('We’ve detected a payment for this order');
      control(element, 'Back to the payment').click();
      expect(session.steps).to.deep.equal(['change false']);
    });

    it('requires a new link if the price is too old, and leads back to the payment', async () => {
      const problem: SessionProblem = { code: 'new_link_required', retryable: false };
      const { element, session } = await openCard(ready(checkoutIn('awaiting'), { problem }));
      expect(shown(element)).to.contain('Ask the shop for a new link.');
      control(element, 'Back to the payment').click();
      expect(session.steps).to.deep.equal(['change false']);
    });

    it('gives support the details to copy, and no secret among them', async () => {
      const { element } = await openCard(ready(checkout, { problem: PROBLEM }));
      const details = one(element, 'crypto-copy-field').getAttribute('value') ?? '';
      expect(details).to.match(
        /^Order: A-1001\nProblem: service_unavailable\nRequest: 4f1c-92aa\nTime: 2026-11-21 12:48:19 UTC\nVersion: \d+\.\d+\.\d+-source$/,
      );
      expect(details).not.to.contain(checkout.id);
    });

    it('includes the time of the problem in the support details, also after later updates', async () => {
      const { element, session } = await openCard(ready(checkout, { problem: PROBLEM }));
      session.nowMs = Date.parse('2026-11-21T12:55:00Z');
      session.show(ready({ ...checkout, version: 2 }, { problem: PROBLEM }));
      await settled(element);
      const details = one(element, 'crypto-copy-field').getAttribute('value') ?? '';
      expect(details).to.contain('Time: 2026-11-21 12:48:19 UTC');
    });

    it('requires an email address that only the service demanded', async () => {
      const { element, session } = await openCard(ready(checkout));
      await choose(element, 'tron tether');
      session.show(ready(checkout, { problem: { code: 'email_required', retryable: false } }));
      await settled(element);
      expect(shown(element)).to.contain('Your email address');
    });
  });

  describe('for screen readers', () => {
    it('announces every new state once, and nothing in between', async () => {
      const { element, session } = await openCard({ phase: 'loading' });
      const heard: string[] = [];
      const region = one(element, '[role=status]');
      const observer = new MutationObserver(() => heard.push(words(region.textContent ?? '')));
      observer.observe(region, { childList: true, characterData: true, subtree: true });
      const script: readonly SessionSnapshot[] = [
        ready(checkout),
        creating,
        ready(checkoutIn('awaiting')),
        ready({ ...checkoutIn('awaiting'), version: 3 }),
        ready(checkoutIn('partial')),
        ready(checkoutIn('partial', { paid: '40', due: '10.12' })),
        ready(checkoutIn('paid')),
      ];
      for (const snapshot of script) {
        session.show(snapshot);
        await settled(element);
      }
      observer.disconnect();
      expect(heard).to.deep.equal([
        'How would you like to pay?',
        'Getting your payment address…',
        'Send exactly 50.12 USDT on TRON (TRC-20).',
        '30 of 50.12 USDT received. 20.12 USDT left to send.',
        '40 of 50.12 USDT received. 10.12 USDT left to send.',
        'Paid. Thank you.',
      ]);
    });

    it('keeps the focus in the card when the focused control is gone, and takes it from nowhere else', async () => {
      const { element, session } = await openCard(ready(checkout));
      const outside = document.createElement('input');
      element.parentElement?.append(outside);
      outside.focus();
      session.show(ready(checkoutIn('awaiting')));
      await settled(element);
      expect(document.activeElement?.localName).to.equal('input');
      control(element, 'Change coin or network').focus();
      session.show(ready(checkoutIn('detected')));
      await settled(element);
      expect(element.shadowRoot?.activeElement?.getAttribute('part')).to.equal('body');
    });
  });
});

/** The height of the card above its fixed size. */
function growth(card: HTMLElement): number {
  const least = Number.parseFloat(getComputedStyle(card).minBlockSize);
  return Math.round(card.getBoundingClientRect().height - least);
}

/** Finds a pair by the search and selects the first result. */
async function choose(element: Element, query: string): Promise<void> {
  const input = one(element, 'input[type=search]');
  input.focus();
  await sendKeys({ type: query });
  await sendKeys({ press: 'Enter' });
  await settled(element);
}

describe('crypto-checkout in a page', () => {
  it('waits quietly until it has an order', async () => {
    const element = await fixture(html`<crypto-checkout></crypto-checkout>`);
    await settled(element);
    expect(shown(element)).to.contain('Opening your payment…');
  });

  it('needs only the order: it opens it at the proxy by itself', async () => {
    const requested: string[] = [];
    const { fetch: real } = window;
    window.fetch = async (input, init) => {
      requested.push(`${init?.method} ${String(input)} ${String(init?.body)}`);
      return Response.json(checkout, { status: 201 });
    };
    try {
      const element = await fixture(html`<crypto-checkout order="A-1001" locale="en-GB"></crypto-checkout>`);
      await until(() => shown(element).includes('How would you like to pay?'), 'the coins are shown');
      expect(requested[0]).to.equal('POST /crypto-checkout/checkouts {"order":"A-1001"}');
      element.remove();
    } finally {
      window.fetch = real;
    }
  });

  it('replaces the session', async () => {
    const { element, session } = await openCard(ready(checkout));
    const other = new ScriptedSession(ready(checkoutIn('paid')));
    element.session = other;
    await settled(element);
    expect(session.listenerCount).to.equal(0);
    expect(other.listenerCount).to.equal(1);
    expect(shown(element)).to.contain('Paid. Thank you.');
  });
});
