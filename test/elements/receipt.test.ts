import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/define/crypto-receipt.js';
import '../../src/define/crypto-status-badge.js';
import type { CryptoReceipt } from '../../src/elements/crypto-receipt/crypto-receipt.js';
import type { OutcomeKind } from '../../src/elements/crypto-receipt/outcomes.js';
import type { CryptoStatusBadge } from '../../src/elements/crypto-status-badge/crypto-status-badge.js';
import type { Checkout } from '../../src/protocol/index.js';
import { checkoutIn, TRANSACTION } from '../../stories/fixtures.js';
import { all, one, settled, shown, words } from './support.js';

async function open(outcome: OutcomeKind, checkout: Checkout): Promise<CryptoReceipt> {
  const element = await fixture<CryptoReceipt>(
    html`<crypto-receipt outcome=${outcome} .checkout=${checkout} locale="en-GB"></crypto-receipt>`,
  );
  await settled(element);
  return element;
}

describe('crypto-receipt', () => {
  it('says that the shop has the payment, with what to quote', async () => {
    const text = shown(await open('paid', checkoutIn('paid')));
    expect(text).to.contain('Paid. Thank you.');
    expect(text).to.contain('Nordlys Coffee has your payment.');
    expect(text).to.contain('50.12 USDT');
    expect(text).to.contain('INV-8KQ2M4XZ');
  });

  it('shows how much too much came', async () => {
    const text = shown(await open('overpaid', checkoutIn('overpaid')));
    expect(text).to.contain('Paid, with 2.5 USDT extra');
    expect(text).to.contain('Extra 2.5 USDT');
    expect(text).to.contain('Asked 50.12 USDT');
  });

  it('says what is missing when the time ran out on a part', async () => {
    const checkout = { ...checkoutIn('partial'), state: 'expired' } as const;
    const text = shown(await open('expired_partial', checkout));
    expect(text).to.contain('We received 30 of 50.12 USDT before the time was over.');
    expect(text).to.contain('Missing 20.12 USDT');
  });

  it('tells how long the address is watched, and promises nothing where that is unknown', async () => {
    const known = shown(await open('expired', checkoutIn('expired')));
    expect(known).to.match(/We keep watching the address until 2[12] Nov/);
    const unknown = shown(await open('expired', checkoutIn('expired', { watchedUntil: null })));
    expect(unknown).not.to.contain('watching');
  });

  it('shows a transaction shortened and copies it whole', async () => {
    const element = await open('detected', checkoutIn('detected'));
    const hash = one(element, 'bdi.exact');
    expect(words(hash.innerText)).to.equal('045ef5…017409');
    const clipboardData = new DataTransfer();
    hash.dispatchEvent(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
    expect(clipboardData.getData('text/plain')).to.equal(TRANSACTION);
  });

  it('stays readable with many transactions', async () => {
    const transactions = Array.from({ length: 40 }, (_, index) => `${index}${TRANSACTION}`);
    const element = await open('paid', checkoutIn('paid', { transactions }));
    expect(all(element, 'bdi.exact')).to.have.length(2);
    expect(shown(element)).to.contain('and 38 more');
  });

  it('shows a large amount only where money has come', async () => {
    expect(all(await open('expired', checkoutIn('expired')), '.amount')).to.have.length(0);
    expect(all(await open('canceled', checkoutIn('canceled')), '.amount')).to.have.length(0);
    expect(all(await open('late', { ...checkoutIn('paid'), late: true }), '.amount')).to.have.length(1);
  });

  it('shows nothing without an invoice', async () => {
    const element = await open('paid', checkoutIn('choosing'));
    expect(shown(element)).to.equal('');
  });
});

describe('crypto-status-badge', () => {
  const STATES = {
    choosing: 'Not chosen yet',
    awaiting: 'Waiting for payment',
    detected: 'Payment seen',
    partial: 'Partly paid',
    paid: 'Paid',
    overpaid: 'Paid with extra',
    checking: 'Checking',
    expired: 'Expired',
    late: 'Arrived late',
    canceled: 'Canceled',
    stale: 'Not up to date',
    error: 'Problem',
  };

  for (const theme of ['light', 'dark']) {
    it(`has its own words and its own icon for every state, readable in ${theme}`, async () => {
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

  it('shows nothing for a word that it does not know', async () => {
    const element = await fixture<CryptoStatusBadge>(
      html`<crypto-status-badge state="constructor"></crypto-status-badge>`,
    );
    expect(shown(element)).to.equal('');
  });
});
