import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/define/crypto-payment-panel.js';
import { perMille } from '../../src/elements/crypto-payment-panel/amount-section.js';
import type { CryptoPaymentPanel } from '../../src/elements/crypto-payment-panel/crypto-payment-panel.js';
import { CryptoPaymentQr } from '../../src/elements/crypto-payment-qr/crypto-payment-qr.js';
import type { CheckoutInvoice } from '../../src/protocol/index.js';
import {
  ADDRESSES,
  bitcoinInvoice,
  checkout,
  invoice,
  PART_DETECTED,
  TRANSACTION,
} from '../../stories/fixtures.js';
import {
  all,
  control,
  COPIED_MS,
  copiedFrom,
  everything,
  holdTimers,
  one,
  replaceClipboard,
  said,
  settled,
  shown,
  words,
} from './checkout-fixture.js';
import { until } from '../until.js';

async function open(changes: Partial<CheckoutInvoice> = {}, base = invoice): Promise<CryptoPaymentPanel> {
  const element = await fixture<CryptoPaymentPanel>(
    html`<crypto-payment-panel
      .invoice=${{ ...base, ...changes }}
      .order=${checkout.order}
      locale="en-GB"
    ></crypto-payment-panel>`,
  );
  await settled(element);
  return element;
}

function payloadOf(element: Element): string {
  const code = one(element, 'crypto-payment-qr');
  return code instanceof CryptoPaymentQr ? code.payload : '';
}
const fontSize = (element: Element) => Number.parseInt(getComputedStyle(element).fontSize, 10);

const EVIL = 'TEVILEVILEVILEVILEVILEVILEVILEVIL1';

describe('crypto-payment-panel', () => {
  it('shows the price in both currencies, both large', async () => {
    const element = await open();
    const [fiat, amount] = [one(element, '.fiat'), one(element, '.amount')];
    expect(words(fiat.innerText)).to.equal('€49.00');
    expect(words(amount.innerText)).to.equal('50.12 USDT');
    for (const each of [fiat, amount]) expect(fontSize(each)).to.be.at.least(24);
  });

  it('reads as one sentence: send exactly, how much, on which network, and warns of the others', async () => {
    const text = shown(await open());
    expect(text).to.match(/Send exactly .*50\.12 USDT .*on TRON \(TRC-20\)/);
    expect(text).to.contain(
      'Send only USDT, and only on TRON. Coins sent on another network can’t be recovered.',
    );
  });

  it('shows every digit of a long amount', async () => {
    const element = await open({
      currency: 'ETH_BASE',
      address: ADDRESSES.ETH_BASE,
      due: '0.013412345678901234',
    });
    const amount = one(element, '.amount');
    expect(words(amount.innerText)).to.equal('0.013412345678901234 ETH');
    expect(amount.scrollWidth).to.be.at.most(amount.clientWidth + 1);
  });

  it('highlights groups inside the address, and says to compare them', async () => {
    const element = await open();
    const address = one(element, '.groups');
    expect(address.textContent?.replace(/\s/g, '')).to.equal(ADDRESSES.USDT_TRC20);
    const marked = [...address.querySelectorAll('b')].map(({ textContent }) => textContent);
    expect(marked).to.deep.equal([8, 16, 24].map((at) => ADDRESSES.USDT_TRC20.slice(at, at + 4)));
    expect(address.getAttribute('aria-label')).to.equal(ADDRESSES.USDT_TRC20);
    expect(words(one(element, '.notice').textContent)).to.contain(
      `Check that your wallet shows the highlighted characters. Highlighted characters: ${marked.join(', ')}`,
    );
  });

  it('keeps the text of the fee clear of the button below it', async () => {
    const element = await open();
    for (const [width, order] of [264, 296, 336, 448].flatMap((px) => [
      [px, checkout.order] as const,
      [px, null] as const,
    ])) {
      element.order = order;
      element.parentElement?.setAttribute('style', `inline-size: ${width}px`);
      await settled(element);
      const { bottom } = one(element, '.top > span:nth-of-type(2)').getBoundingClientRect();
      const button = control(element, 'Copy amount').getBoundingClientRect();
      expect(button.top - bottom, `${width} px`).to.be.at.least(4);
    }
  });

  it('keeps amount and address left to right in a right-to-left page', async () => {
    const element = await open();
    element.dir = 'rtl';
    for (const part of all(element, '.amount, .groups'))
      expect(getComputedStyle(part).direction).to.equal('ltr');
  });

  it('copies the amount and the address exactly, and repeats the network at that moment', async () => {
    const written: string[] = [];
    const putBack = replaceClipboard({ writeText: (text) => Promise.resolve(void written.push(text)) });
    const element = await open();
    control(element, 'Copy amount').click();
    await until(() => said(element) === 'Amount copied: 50.12 USDT', 'the amount is copied');
    control(element, 'Copy address').click();
    await until(() => said(element) === 'Address copied. Send on TRON only.', 'the address is copied');
    expect(written).to.deep.equal(['50.12', ADDRESSES.USDT_TRC20]);
    putBack();
  });

  it('keeps the message of one button when the time of another is over', async () => {
    const putBack = replaceClipboard({ writeText: () => Promise.resolve() });
    const timers = holdTimers(COPIED_MS);
    const element = await open();
    control(element, 'Copy address').click();
    await until(() => said(element).startsWith('Address copied'), 'the address is copied');
    control(element, 'Copy amount').click();
    const words = () => said(element).split(':')[0];
    await until(() => words() === 'Amount copied', 'the amount is copied');
    const [, address] = all(element, 'crypto-copy-field').map((field) => one(field, 'button'));
    if (!address) throw new Error('There is no button for the address');
    const heard: string[] = [];
    const resting = new MutationObserver(() => heard.push(words() ?? ''));
    resting.observe(address, { attributeFilter: ['data-copied'] });
    timers.runNext();
    await until(() => heard.length > 0, 'the address rests again');
    resting.disconnect();
    expect(heard).to.deep.equal(['Amount copied']);
    timers.runNext();
    await until(() => said(element) === '', 'the message goes with its button');
    timers.restore();
    putBack();
  });

  it('copies the amount due, even if the page changes it', async () => {
    const written: string[] = [];
    const putBack = replaceClipboard({ writeText: (text) => Promise.resolve(void written.push(text)) });
    const element = await open({}, bitcoinInvoice);
    for (const node of everything(element)) {
      for (const name of ['value', 'href', 'title', 'source', 'data-value']) node.setAttribute(name, EVIL);
      for (const text of node.childNodes) if (text instanceof Text && text.data.trim()) text.data = EVIL;
    }
    await settled(element);
    for (const [index, field] of all(element, 'crypto-copy-field').entries()) {
      one(field, 'button').click();
      await until(() => written.length > index, 'it is copied');
    }
    expect(written).to.deep.equal(['0.00051234', ADDRESSES.BTC]);
    putBack();
  });

  it('opens the wallet of the payment, even if the page changes its link', async () => {
    const element = await open({}, bitcoinInvoice);
    const [, link] = all(element, '.wallets a');
    if (!(link instanceof HTMLAnchorElement)) throw new Error('There is no link');
    link.href = 'https://evil.example/';
    element.addEventListener('click', (event) => event.preventDefault());
    link.click();
    expect(link.href).to.contain(`https://link.trustwallet.com/send?asset=c0&address=${ADDRESSES.BTC}`);
  });

  it('groups digits for reading and leaves the amount itself unchanged', async () => {
    const element = await open({ currency: 'ETH_BASE', address: ADDRESSES.ETH_BASE, due: '1234567.891234' });
    const amount = one(element, '.amount');
    expect([...amount.querySelectorAll('.group')].map((group) => group.textContent)).to.deep.equal([
      '234',
      '567.891',
      '234',
    ]);
    expect(words(amount.innerText)).to.equal('1234567.891234 ETH');
  });

  for (const [feePaidBy, fee, reported] of [
    ['payer', '1', 'Service fee 1 USDT, included'],
    ['shop', '0.5', 'Service fee 0.5 USDT, paid by the shop'],
    ['payer', '0', null],
    ['payer', null, null],
    [null, '1', null],
  ] as const) {
    it(`mentions a fee only as the invoice does: ${fee} by ${feePaidBy}`, async () => {
      const text = shown(await open({ fee, feePaidBy }));
      if (reported === null) expect(text).not.to.match(/Fee \d/);
      else expect(text).to.contain(reported);
    });
  }

  it('rounds an amount that a wallet cannot send up, never down, in every place', async () => {
    const element = await open({ due: '0.000512341' }, bitcoinInvoice);
    expect(words(one(element, '.amount').innerText)).to.equal('0.00051235 BTC');
    expect(payloadOf(element)).to.equal(`bitcoin:${ADDRESSES.BTC}?amount=0.00051235`);
  });

  it('shows a payment without an amount due without a code, and does not break', async () => {
    const element = await open({ due: '0' });
    expect(words(one(element, '.amount').innerText)).to.equal('0 USDT');
    expect(payloadOf(element)).to.equal('');
  });

  it('links the last transaction after a partial payment', async () => {
    const element = await open({
      paid: '30',
      due: '20.12',
      transactions: ['javascript:alert(1)', TRANSACTION],
    });
    expect(one(element, '.transaction').getAttribute('href')).to.equal(
      `https://tronscan.org/#/transaction/${TRANSACTION}`,
    );
    const hostile = await open({ paid: '30', due: '20.12', transactions: ['javascript:alert(1)'] });
    expect(all(hostile, '.transaction')).to.have.length(0);
  });

  for (const [name, changes] of [
    ['after a part', { paid: '30', due: '20.12', ...PART_DETECTED }],
    ['that is the first', { transactions: [TRANSACTION], unconfirmed: [TRANSACTION] }],
  ] as const) {
    it(`requests nothing while a payment waits for confirmation, ${name}`, async () => {
      const element = await open();
      element.invoice = { ...invoice, ...changes };
      await settled(element);
      const ways = 'crypto-payment-qr, crypto-copy-field, button, .groups, [part~=open-wallet]';
      expect(all(element, ways)).to.have.length(0);
      expect(shown(element)).to.contain('Please don’t send anything now.');
      expect(said(element)).to.contain('Please don’t send anything now.');
      expect(shown(element)).to.contain(`${element.invoice.paid} of 50.12 USDT received`);
      await expect(element).to.be.accessible();
      element.invoice = { ...invoice, ...changes, paid: '40', due: '10.12', unconfirmed: [] };
      await settled(element);
      expect(payloadOf(element)).to.equal(ADDRESSES.USDT_TRC20);
    });
  }

  it('copies a selected address without the gaps between its groups', async () => {
    const element = await open();
    expect(copiedFrom(one(element, '.groups'))).to.equal(ADDRESSES.USDT_TRC20);
  });

  it('says that the code holds the address only, if a link with the amount is not safe', async () => {
    const element = await open();
    expect(shown(element)).to.contain('Contains only the address');
    expect(payloadOf(element)).to.equal(ADDRESSES.USDT_TRC20);
    expect(all(element, '[role=switch]')).to.have.length(0);
  });

  it('lets the payer leave the amount out of the code, if there is a link', async () => {
    const element = await open({}, bitcoinInvoice);
    expect(payloadOf(element)).to.equal(`bitcoin:${ADDRESSES.BTC}?amount=0.00051234`);
    one(element, '[role=switch]').click();
    await element.updateComplete;
    expect(payloadOf(element)).to.equal(ADDRESSES.BTC);
    one(element, '[role=switch]').click();
    await element.updateComplete;
    expect(payloadOf(element)).to.contain('amount=');
  });

  it('contains only the address of an ether payment until the payer includes the amount', async () => {
    const element = await open({ currency: 'ETH_BASE', address: ADDRESSES.ETH_BASE, due: '0.015' });
    const isOn = () => one(element, '[role=switch]').matches(':checked');
    expect(payloadOf(element)).to.equal(ADDRESSES.ETH_BASE);
    expect(isOn()).to.equal(false);
    one(element, '[role=switch]').click();
    await element.updateComplete;
    expect(payloadOf(element)).to.equal(`ethereum:${ADDRESSES.ETH_BASE}@8453?value=15000000000000000`);
    expect(isOn()).to.equal(true);
    one(element, '[role=switch]').click();
    await element.updateComplete;
    expect(payloadOf(element)).to.equal(ADDRESSES.ETH_BASE);
    expect(isOn()).to.equal(false);
  });

  it('requests exactly the amount due after a partial payment', async () => {
    const element = await open({ paid: '0.0002', due: '0.00031234' }, bitcoinInvoice);
    expect(words(one(element, '.amount').innerText)).to.equal('0.00031234 BTC');
    expect(shown(element)).to.contain('Send the rest on Bitcoin');
    expect(shown(element)).to.contain('0.0002 of 0.00051234 BTC received');
    expect(payloadOf(element)).to.equal(`bitcoin:${ADDRESSES.BTC}?amount=0.00031234`);
    expect(one(element, 'progress').getAttribute('value')).to.equal('390');
  });

  it('draws the share of very small and very large amounts', () => {
    expect(perMille('0', '50.12', 6)).to.equal('0');
    expect(perMille('50.12', '50.12', 6)).to.equal('1000');
    expect(perMille('0.000000000000000001', '123456789012345678', 18)).to.equal('0');
  });

  it('is as high as a skeleton as when it is ready', async () => {
    const element = await fixture<CryptoPaymentPanel>(
      html`<crypto-payment-panel .currency=${'USDT_TRC20' as const}></crypto-payment-panel>`,
    );
    await settled(element);
    const before = element.getBoundingClientRect().height;
    element.invoice = invoice;
    await settled(element);
    expect(Math.abs(element.getBoundingClientRect().height - before)).to.be.at.most(1);
  });

  for (const theme of ['light', 'dark']) {
    it(`is accessible in ${theme}`, async () => {
      const element = await open({}, bitcoinInvoice);
      element.setAttribute('theme', theme);
      await expect(element).to.be.accessible();
    });
  }
});
