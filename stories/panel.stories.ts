import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../src/define/all.js';
import type { CryptoPaymentPanel } from '../src/elements/crypto-payment-panel/crypto-payment-panel.js';
import type { OutcomeKind } from '../src/checkout/screen-kinds.js';
import type { Checkout, CheckoutInvoice } from '../src/protocol/index.js';
import {
  ADDRESSES,
  bitcoinInvoice,
  checkout,
  checkoutIn,
  invoice,
  TRANSACTION,
  PART_DETECTED,
} from './fixtures.js';

const meta: Meta = { title: 'Panel', component: 'crypto-payment-panel' };
export default meta;

const RESUME_URL = 'https://shop.example/pay#c_7mK2pQ4vXw9LtRz3nB5y';

type Press = (panel: CryptoPaymentPanel, press: (selector: string) => Promise<void>) => Promise<void>;

/** A panel, and the controls that the payer presses. */
function panel(changes: Partial<CheckoutInvoice> = {}, press?: Press): StoryObj {
  const render = () =>
    html`<crypto-payment-panel
      .invoice=${{ ...invoice, ...changes }}
      .order=${checkout.order}
      resume-url=${RESUME_URL}
      locale="en-GB"
    ></crypto-payment-panel>`;
  const play: StoryObj['play'] = async ({ canvasElement }) => {
    const element = canvasElement.querySelector('crypto-payment-panel');
    if (!element) throw new Error('There is no panel in this story');
    await press?.(element, async (selector) => (await find(element, selector)).click());
  };
  return press ? { render, play } : { render };
}

async function find(element: CryptoPaymentPanel, selector: string): Promise<HTMLElement> {
  for (let tries = 0; tries < 50; tries += 1) {
    await element.updateComplete;
    const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
    if (found) return found;
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`There is no ${selector}`);
}

async function typeFee(element: CryptoPaymentPanel, fee: string): Promise<void> {
  const input = await find(element, '#fee');
  if (!(input instanceof HTMLInputElement)) return;
  input.value = fee;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await element.updateComplete;
}

const etherInvoice: Partial<CheckoutInvoice> = {
  currency: 'ETH_BASE',
  address: ADDRESSES.ETH_BASE,
  amount: '0.013412345678901234',
  due: '0.013412345678901234',
  fee: null,
};

/** Thirty digits: more than any real price, and every digit is visible. */
const longInvoice: Partial<CheckoutInvoice> = {
  ...etherInvoice,
  amount: '123456789012.123456789012345678',
  due: '123456789012.123456789012345678',
};

export const Awaiting = panel();
export const WithSwitch = panel(bitcoinInvoice);
export const FeePaidByTheShop = panel({ ...bitcoinInvoice, fee: '0.00001', feePaidBy: 'shop' });
export const LongAmount = panel(longInvoice);
export const LongAddress = panel({ ...bitcoinInvoice, address: ADDRESSES.taproot });
export const WithoutWallets = panel({ currency: 'USDC_SOL', address: ADDRESSES.USDC_SOL });
export const AddressOfAnotherNetwork = panel({
  address: ADDRESSES.BTC,
  hostedPage: 'https://pay.example/INV',
});
export const AddressWithoutAnotherWay = panel({ address: ADDRESSES.BTC });
export const PartReceived = panel({ paid: '30', due: '20.12', transactions: [TRANSACTION] });

export const PartDetected = panel({ paid: '30', due: '20.12', ...PART_DETECTED });

export const Wallets = panel(bitcoinInvoice, (_, press) => press('[part=open-wallet]'));

export const FromAnExchange = panel({}, (_, press) => press('#exchange'));
export const FromAnExchangeWithItsFee = panel({}, async (element, press) => {
  await press('#exchange');
  await typeFee(element, '1.00');
});
export const FromAnExchangeUnclear = panel({}, async (element, press) => {
  await press('#exchange');
  await typeFee(element, '1,000');
});
export const FromAnExchangeLong = panel(longInvoice, async (element, press) => {
  await press('#exchange');
  await typeFee(element, '0.000000000000000001');
});

export const OnThePhone = panel({}, async (element, press) => {
  await press('#phone');
  await find(element, '.hint');
});

/** The narrowest case: a card in a page of 320 px. */
export const Narrow: StoryObj = {
  render: () =>
    html`<style>
        .narrow {
          inline-size: 288px;
        }
      </style>
      <crypto-payment-panel
        class="narrow"
        .invoice=${{ ...invoice, ...longInvoice }}
        .order=${checkout.order}
        resume-url=${RESUME_URL}
        locale="en-GB"
      ></crypto-payment-panel>`,
};

function receipt(outcome: OutcomeKind, shown: Checkout): StoryObj {
  return {
    render: () =>
      html`<crypto-receipt outcome=${outcome} .checkout=${shown} locale="en-GB"></crypto-receipt>`,
  };
}

export const ReceiptPaid = receipt('paid', checkoutIn('paid'));
export const ReceiptOverpaid = receipt('overpaid', checkoutIn('overpaid'));
export const ReceiptDetected = receipt('detected', checkoutIn('detected'));
export const ReceiptDetectedBitcoin = receipt('detected', checkoutIn('detected', bitcoinInvoice));
export const ReceiptPartialDetected = receipt('partial_detected', checkoutIn('partial', PART_DETECTED));
export const ReceiptLate = receipt('late', { ...checkoutIn('paid'), late: true });
/** An invalid id is text, never a link. */
export const ReceiptHostileTransaction = receipt(
  'paid',
  checkoutIn('paid', { transactions: ['javascript:alert(1)//', TRANSACTION] }),
);
