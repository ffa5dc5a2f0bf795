import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/define/crypto-receipt.js';
import '../../src/define/crypto-status-badge.js';
import type { CryptoReceipt } from '../../src/elements/crypto-receipt/crypto-receipt.js';
import type { OutcomeKind } from '../../src/checkout/screen-kinds.js';
import type { CryptoStatusBadge } from '../../src/elements/crypto-status-badge/crypto-status-badge.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkoutIn, PART_DETECTED, TRANSACTION } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { emulateMedia, itWith } from './browser-engine.js';
import { all, copiedFrom, one, openCard, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';

async function open(outcome: OutcomeKind, checkout: Checkout): Promise<CryptoReceipt> {
  const element = await fixture<CryptoReceipt>(
    html`<crypto-receipt outcome=${outcome} .checkout=${checkout} locale="en-GB"></crypto-receipt>`,
  );
  await settled(element);
  return element;
}

describe('crypto-receipt', () => {
  it('confirms that the shop has the payment, with the reference to quote', async () => {
    const text = shown(await open('paid', checkoutIn('paid')));
    expect(text).to.contain('Paid. Thank you.');
    expect(text).to.contain('Nordlys Coffee has received your payment.');
    expect(text).to.contain('50.12 USDT');
    expect(text).to.contain('INV-8KQ2M4XZ');
  });

  it('shows the surplus', async () => {
    const text = shown(await open('overpaid', checkoutIn('overpaid')));
    expect(text).to.contain('Overpaid by 2.5 USDT');
    expect(text).to.contain('Overpaid 2.5 USDT');
    expect(text).to.contain('Requested 50.12 USDT');
  });

  it('shows the missing amount if the time ran out on a part', async () => {
    const checkout = { ...checkoutIn('partial'), state: 'expired' } as const;
    const text = shown(await open('expired_partial', checkout));
    expect(text).to.contain('We received 30 of 50.12 USDT. Please');
    expect(text).to.contain('Shortfall 20.12 USDT');
  });

  it('shows no inconsistent amounts of a price that has changed', async () => {
    const paid = checkoutIn('overpaid').invoice?.amount ?? '';
    const fallen = shown(await open('overpaid', checkoutIn('overpaid', { paid })));
    expect(fallen).to.contain('Overpaid 2.5 USDT');
    expect(fallen).not.to.contain('Requested');
    const risen = { ...checkoutIn('paid'), state: 'expired' } as const;
    expect(shown(await open('expired_partial', risen))).not.to.contain('Shortfall');
  });

  it('promises no longer that a payment is detected once the monitoring is over', async () => {
    const over = { monitoredUntil: checkoutIn('expired').now };
    const expired = shown(await open('expired', checkoutIn('expired', over)));
    expect(expired).to.contain('This price has expired');
    expect(expired).not.to.contain('monitoring');
    const canceled = shown(await open('canceled', checkoutIn('canceled', over)));
    expect(canceled).to.contain('Payment canceled');
    expect(canceled).not.to.contain('we’ll still detect the payment');
  });

  for (const [state, promise] of [
    ['expired', 'We’ll keep monitoring the address until'],
    ['canceled', 'we’ll still detect the payment'],
  ] as const)
    it(`stays true on a page that stays open: ${state}`, async () => {
      const { element, session } = await openCard(ready(checkoutIn(state)));
      expect(shown(element)).to.contain('Monitored until 22 Nov');
      expect(shown(element)).to.contain(promise);
      session.nowMs = Date.parse(checkoutIn(state).invoice?.monitoredUntil ?? '');
      await until(() => !shown(element).includes('Monitored until'), 'the end of the monitoring');
      await settled(element);
      expect(shown(element)).not.to.contain(promise);
    });

  it('says how long the address is monitored, and promises nothing if that is unknown', async () => {
    const known = shown(await open('expired', checkoutIn('expired')));
    expect(known).to.match(/We’ll keep monitoring the address until 2[12] Nov/);
    const unknown = shown(await open('expired', checkoutIn('expired', { monitoredUntil: null })));
    expect(unknown).not.to.contain('monitoring');
  });

  it('shows a transaction shortened and copies it whole', async () => {
    const element = await open('detected', checkoutIn('detected'));
    const hash = one(element, 'bdi.cut');
    expect(words(hash.innerText)).to.equal('045ef5…017409');
    expect(copiedFrom(hash)).to.equal(TRANSACTION);
  });

  it('has the part received and what is missing, and only the transaction that waits for confirmation', async () => {
    const element = await open('partial_detected', checkoutIn('partial', PART_DETECTED));
    expect(words(one(element, '.amount').innerText)).to.equal('30 USDT');
    const text = shown(element);
    expect(text).to.contain('Please don’t send anything now.');
    expect(text).to.match(/Shortfall\s+20\.12 USDT/);
    const links = all(element, 'a').map((link) => link.getAttribute('href'));
    expect(links).to.deep.equal([`https://tronscan.org/#/transaction/${PART_DETECTED.unconfirmed?.[0]}`]);
  });

  it('stays readable with many transactions', async () => {
    const transactions = Array.from({ length: 40 }, (_, index) => `${index}${TRANSACTION}`);
    const element = await open('paid', checkoutIn('paid', { transactions }));
    expect(all(element, 'bdi.cut')).to.have.length(2);
    expect(shown(element)).to.contain('and 38 more');
  });

  it('shows a large amount only if money has arrived', async () => {
    expect(all(await open('expired', checkoutIn('expired')), '.amount')).to.have.length(0);
    expect(all(await open('canceled', checkoutIn('canceled')), '.amount')).to.have.length(0);
    expect(all(await open('late', { ...checkoutIn('paid'), late: true }), '.amount')).to.have.length(1);
  });

  it('links every transaction to an explorer, and none with an invalid id', async () => {
    const ids = [TRANSACTION, 'javascript:alert(1)', '//evil.example', '../../x'];
    for (const id of ids) {
      const links = all(await open('paid', checkoutIn('paid', { transactions: [id] })), 'a');
      if (id === TRANSACTION) {
        expect(links.map((link) => link.getAttribute('href'))).to.deep.equal([
          `https://tronscan.org/#/transaction/${TRANSACTION}`,
        ]);
        expect(links[0]?.getAttribute('rel')).to.equal('noopener noreferrer');
        expect(links[0]?.getAttribute('target')).to.equal('_blank');
      } else expect(links, id).to.have.length(0);
    }
  });

  it('shows the usual confirmation time', async () => {
    const track = async (currency: CurrencyCode) =>
      shown(await open('detected', checkoutIn('detected', { currency })));
    expect(await track('USDT_TRC20')).to.contain('often a minute or less');
    expect(await track('BTC')).to.contain('often 10 to 60 min');
    expect(await track('ETH_BASE')).to.contain('often a minute or less');
  });

  it('shows both prices, the order and that the page may be closed, outside a checkout', async () => {
    for (const state of ['paid', 'overpaid'] as const) {
      const text = shown(await open(state, checkoutIn(state)));
      expect(text).to.contain('Total €49.00');
      expect(text).to.contain('Order A-1001');
      expect(text).to.contain('You can close this page.');
      expect(text).to.contain('Reference INV-8KQ2M4XZ');
    }
  });

  itWith('emulated media', 'is printed dark on white, with whole transactions', async () => {
    const element = await open('paid', checkoutIn('paid'));
    element.setAttribute('theme', 'dark');
    const cut = one(element, '.cut');
    await emulateMedia({ media: 'print' });
    expect(getComputedStyle(cut, '::before').content).to.equal(`"${TRANSACTION}"`);
    expect(getComputedStyle(one(element, '.cut > span')).display).to.equal('none');
    expect(getComputedStyle(element).colorScheme).to.equal('light');
    await emulateMedia();
    expect(getComputedStyle(element).colorScheme).to.equal('dark');
  });

  for (const theme of ['light', 'dark']) {
    it(`is accessible in ${theme}, also from right to left`, async () => {
      for (const state of ['overpaid', 'detected'] as const) {
        const element = await open(state, checkoutIn(state));
        element.dir = 'rtl';
        element.setAttribute('theme', theme);
        if (element.parentElement)
          element.parentElement.style.backgroundColor = theme === 'dark' ? '#15181e' : '#fff';
        await expect(element).to.be.accessible();
      }
    });
  }

  it('shows nothing without an invoice', async () => {
    const element = await open('paid', checkoutIn('choosing'));
    expect(shown(element)).to.equal('');
  });
});

describe('crypto-status-badge', () => {
  const STATES = {
    choosing: 'No coin chosen',
    awaiting: 'Waiting for payment',
    detected: 'Payment detected',
    partial: 'Partially paid',
    paid: 'Paid',
    overpaid: 'Overpaid',
    checking: 'Checking',
    expired: 'Expired',
    late: 'Paid late',
    canceled: 'Canceled',
    stale: 'Not up to date',
    error: 'Problem',
  };

  for (const theme of ['light', 'dark']) {
    it(`has its own text and icon for every state, readable in ${theme}`, async () => {
      const element = await fixture(
        html`<div theme=${theme}>
          ${Object.keys(STATES).map(
            (state) => html`<crypto-status-badge state=${state} theme=${theme}></crypto-status-badge>`,
          )}
        </div>`,
      );
      const badges = [...element.querySelectorAll('crypto-status-badge')];
      expect(badges.map((badge) => shown(badge))).to.deep.equal(Object.values(STATES));
      const icons = badges.map((badge) => badge.shadowRoot?.querySelector('svg')?.innerHTML);
      expect(new Set(icons).size).to.equal(badges.length);
      await expect(element).to.be.accessible();
    });
  }

  it('shows nothing for an unknown status', async () => {
    const element = await fixture<CryptoStatusBadge>(
      html`<crypto-status-badge state="constructor"></crypto-status-badge>`,
    );
    expect(shown(element)).to.equal('');
  });
});
