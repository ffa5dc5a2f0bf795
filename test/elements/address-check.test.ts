import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { createDepositSession } from '../../src/checkout/deposit-session.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { CheckoutInvoice } from '../../src/protocol/index.js';
import type { CryptoPaymentPanel } from '../../src/elements/crypto-payment-panel/crypto-payment-panel.js';
import { ADDRESSES, checkoutIn, invoice, wallet } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { openDeposit } from './deposit-support.js';
import { all, control, everything, openCard, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';

const PAGE = 'https://pay.example/INV-8KQ2M4XZ';

/** The problem, the currency, and the text that arrived instead of an address. */
const WRONG: readonly (readonly [string, CurrencyCode, string])[] = [
  ['of another network', 'USDT_TRC20', ADDRESSES.BTC],
  ['of another network, for its coin', 'TRX', ADDRESSES.ETH_BASE],
  ['of another network, which looks alike', 'BTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['of a test network', 'BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['with a wrong checksum', 'USDT_TRC20', 'TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRT'],
  ['with a wrong checksum in its letter case', 'ETH_BASE', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['of the contract of the coin itself', 'USDT_TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['with a blank behind it', 'BTC', `${ADDRESSES.BTC} `],
  ['that is a payment request', 'BTC', `bitcoin:${ADDRESSES.BTC}?amount=9`],
  ['that is a script', 'USDT_TRC20', 'javascript:alert(1)'],
  ['that is markup', 'BTC', '<img src=x onerror="window.__hit = true">'],
];

/** Every text and attribute below the element, also invisible ones. */
function written(root: Element): string {
  return everything(root)
    .flatMap((element) => [
      ...[...element.attributes].map(({ value }) => value),
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...('value' in element ? [String(element.value)] : []),
      ...('payload' in element ? [String(element.payload)] : []),
    ])
    .join('\n');
}

const codes = (root: Element) =>
  everything(root).filter((element) => element.matches('svg[part=code]')).length;

/** Asserts that nothing to read, scan, copy or press leads to it. */
function expectNothingOf(address: string, root: Element): void {
  expect(written(root).includes(address.trim()), 'the address is nowhere').to.equal(false);
  expect(shown(root)).not.to.contain(address.slice(0, 12));
  expect(codes(root)).to.equal(0);
  expect(all(root, 'crypto-payment-qr, .groups, [part~=address]'), 'address and code').to.have.length(0);
  expect(all(root, '[part=open-wallet], .wallets a'), 'ways to pay').to.have.length(0);
  expect(all(root, 'img')).to.have.length(0);
  expect(Reflect.get(window, '__hit')).to.equal(undefined);
}

async function openPanel(changes: Partial<CheckoutInvoice>): Promise<CryptoPaymentPanel> {
  const element = await fixture<CryptoPaymentPanel>(
    html`<crypto-payment-panel .invoice=${{ ...invoice, ...changes }} locale="en-GB"></crypto-payment-panel>`,
  );
  await settled(element);
  return element;
}

describe('an address to which money in its currency must not be sent', () => {
  for (const [what, currency, address] of WRONG) {
    it(`is not drawn by the checkout if it is one ${what}: the payer gets the hosted page`, async () => {
      for (const state of ['awaiting', 'partial'] as const) {
        const checkout = checkoutIn(state, { currency, address, hostedPage: PAGE });
        const { element } = await openCard(ready(checkout));
        await until(() => shown(element).includes('We couldn’t get a payment address'), 'the message');
        expectNothingOf(address, element);
        expect(all(element, 'crypto-payment-panel')).to.have.length(0);
        expect(control(element, 'Open payment page').getAttribute('href')).to.equal(PAGE);
        control(element, 'Change coin');
      }
    });

    it(`is not drawn by the panel alone if it is one ${what}`, async () => {
      const element = await openPanel({ currency, address, hostedPage: PAGE });
      expectNothingOf(address, element);
      expect(all(element, 'crypto-copy-field'), 'nothing to copy').to.have.length(0);
      expect(shown(element)).to.contain('We couldn’t get a payment address');
      expect(control(element, 'Open payment page').getAttribute('href')).to.equal(PAGE);
    });
  }

  it('is shown like one that the proxy has rejected', async () => {
    const text = async (address: string | null) => {
      const checkout = checkoutIn('awaiting', { address, hostedPage: PAGE });
      const { element } = await openCard(ready(checkout));
      await until(() => shown(element).includes('We couldn’t get a payment address'), 'the message');
      return shown(element);
    };
    expect(await text(ADDRESSES.BTC)).to.equal(await text(null));
  });

  it('is shown with the time at which it was detected', async () => {
    for (const address of [ADDRESSES.BTC, null]) {
      const { element } = await openCard(ready(checkoutIn('awaiting', { address })));
      await until(() => shown(element).includes('Time 2026'), 'the details');
      expect(shown(element)).to.contain('Time 2026-11-21 12:48:19 UTC');
    }
  });

  it('is a problem if there is no hosted page, or none that a page may link to', async () => {
    for (const hostedPage of [null, 'http://pay.example/', 'javascript:alert(1)']) {
      const { element } = await openCard(
        ready(checkoutIn('awaiting', { address: ADDRESSES.BTC, hostedPage })),
      );
      await until(() => shown(element).includes('Please send these details to the shop.'), 'the problem');
      expectNothingOf(ADDRESSES.BTC, element);
      expect(shown(element)).not.to.contain('Open payment page');
      const panel = await openPanel({ address: ADDRESSES.BTC, hostedPage });
      expectNothingOf(ADDRESSES.BTC, panel);
      expect(all(panel, 'a')).to.have.length(0);
      expect(shown(panel)).to.contain('Please choose another coin.');
    }
  });

  it('is not drawn if it replaces a valid one', async () => {
    const { element, session } = await openCard(ready(checkoutIn('awaiting', { hostedPage: PAGE })));
    expect(codes(element)).to.equal(1);
    session.show(ready(checkoutIn('awaiting', { address: ADDRESSES.BTC, hostedPage: PAGE })));
    await until(() => shown(element).includes('We couldn’t get a payment address'), 'the message');
    expectNothingOf(ADDRESSES.BTC, element);
    const panel = await openPanel({});
    panel.invoice = { ...invoice, address: ADDRESSES.BTC };
    await settled(panel);
    expectNothingOf(ADDRESSES.BTC, panel);
    panel.invoice = invoice;
    await settled(panel);
    expect(shown(panel)).to.contain('Send exactly');
    expect(codes(panel)).to.equal(1);
    panel.invoice = { ...invoice, currency: 'BTC' };
    await settled(panel);
    expectNothingOf(ADDRESSES.USDT_TRC20, panel);
  });

  it('leaves the shop its own controls in the panel, and stays accessible', async () => {
    const element = await fixture<CryptoPaymentPanel>(
      html`<crypto-payment-panel
        .invoice=${{ ...invoice, address: ADDRESSES.BTC, hostedPage: PAGE }}
        locale="en-GB"
      >
        <button slot="change">Change</button>
      </crypto-payment-panel>`,
    );
    await settled(element);
    const button = element.querySelector('button');
    expect(button?.assignedSlot?.name).to.equal('change');
    expect(button?.getBoundingClientRect().height).to.be.above(0);
    await expect(element).to.be.accessible();
  });

  for (const [what, currency, address] of WRONG) {
    it(`is not drawn as a deposit address if it is one ${what}`, async () => {
      const given = { ...wallet, currency, address };
      const { element, session } = await openDeposit({ phase: 'choosing', wallet: null });
      const heard: unknown[] = [];
      for (const type of ['crypto-ready', 'crypto-error'])
        element.addEventListener(type, (event) => heard.push([type, Reflect.get(event, 'detail')]));
      session.show({ phase: 'ready', wallet: given });
      await settled(element);
      expectNothingOf(address, element);
      expect(shown(element)).to.contain('We couldn’t get a payment address');
      expect(shown(element)).to.contain('Please send these details to the shop.');
      expect(heard).to.deep.equal([['crypto-error', { code: 'address_unusable', retryable: false }]]);
      control(element, 'Change coin').click();
      expect(session.steps).to.deep.equal(['change true']);
      session.show({ phase: 'choosing', wallet: given });
      await settled(element);
      expect(shown(element)).not.to.contain('Your current address keeps working.');
    });
  }

  it('is detected in the response of a proxy, too', async () => {
    const answer = () => Response.json({ ...wallet, address: ADDRESSES.BTC });
    const session = createDepositSession({
      endpoint: '/pay',
      customer: 'anna',
      fetch: () => Promise.resolve(answer()),
    });
    const { element } = await openDeposit({ phase: 'choosing', wallet: null });
    element.session = session;
    await settled(element);
    session.choose('USDT_TRC20');
    await until(() => shown(element).includes('We couldn’t get a payment address'), 'the message');
    expectNothingOf(ADDRESSES.BTC, element);
  });
});
