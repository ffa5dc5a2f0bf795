import { readFile } from '@web/test-runner-commands';
import { fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { SessionProblem, SessionSnapshot } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import type { CheckoutRefund, WalletTransfer } from '../../src/protocol/index.js';
import type { BrowserWallet } from '../../src/wallets/wallet.js';
import {
  checkoutWith,
  fakeSolanaWallet,
  fakeWallet,
  hanging,
  refusing,
  word,
} from '../../stories/fake-wallets.js';
import {
  bitcoinInvoice,
  checkout,
  checkoutIn,
  invoice,
  NOW,
  offersOf,
  refund,
  refundRequested,
  solanaCheckout,
  TRANSACTION,
  walletCheckout,
  walletTransfer,
  withRefunds,
} from '../../stories/fixtures.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { SCREENS } from './deposit-support.js';
import { all, everything, settled } from './checkout-fixture.js';
import { until } from '../until.js';

const problem: SessionProblem = { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' };
const withEmail = { ...checkout, order: { ...checkout.order, emailRequired: true } };
const hosted = checkoutIn('awaiting', { hostedPage: 'https://pay.example/INV-8KQ2M4XZ' });

/** A standalone element: its content, its presses and inputs, and a selector to wait for. */
interface Scenario {
  readonly content: () => TemplateResult;
  readonly press?: readonly string[];
  readonly type?: string;
  readonly brings?: string;
}

const card = (snapshot: SessionSnapshot, now = NOW): Scenario['content'] => {
  const session = new ScriptedSession(snapshot);
  session.nowMs = Date.parse(now);
  return () =>
    html`<crypto-checkout
      locale="en-GB"
      languages="en de"
      resume-url="https://shop.example/pay#{checkout}"
      .session=${session}
    ></crypto-checkout>`;
};
const modal = (snapshot: SessionSnapshot): Scenario['content'] => {
  const session = new ScriptedSession(snapshot);
  return () => html`<crypto-checkout locale="en-GB" mode="modal" open .session=${session}></crypto-checkout>`;
};

let scenes = 0;
const fox = (answers = {}) => fakeWallet('Fox Wallet', answers);
const withWallets =
  (
    wallets: readonly BrowserWallet[],
    changes: Partial<WalletTransfer> | null = null,
    paid = walletCheckout,
  ): Scenario['content'] =>
  () => {
    const transfer = changes && { ...walletTransfer, ...changes };
    // Of its own: one page at a time asks a wallet for an invoice.
    const id = `INV-${(scenes += 1)}`;
    const checkout = { ...paid, invoice: { ...invoice, ...paid.invoice, id }, transfer };
    const session = new ScriptedSession(ready(checkout));
    return checkoutWith(session, ...wallets);
  };
const PAY = '#pay-with-wallet';
const UNSENT = { transaction: null };

const withItems = (...items: readonly CheckoutRefund[]) => card(ready(withRefunds(items, undefined, true)));
const onTon = checkoutIn('overpaid', { currency: 'TON', address: null });

/** A request for money back, from the notice to what may come of it. */
export const REFUND_SCENES: Readonly<Record<string, Scenario>> = {
  'refund': { content: withItems(refund), brings: '.refund' },
  'refund: form': { content: withItems(refund), press: ['#refund-1'], brings: '#refund-email' },
  'refund: nothing entered': {
    content: withItems(refund),
    press: ['#refund-1', '[type=submit]'],
    brings: '[aria-invalid=true]',
  },
  'refund: own wallet': {
    content: card(ready(withRefunds([{ ...refund, currency: 'TON' }], onTon))),
    press: ['#refund-1', '[type=submit]'],
    brings: '#refund-own-wallet',
  },
  'refund: requested': { content: withItems({ ...refundRequested, proven: false }), brings: '.payee' },
  'refund: approved': { content: withItems({ ...refundRequested, state: 'approved' }), brings: '.payee' },
  'refund: sent': {
    content: withItems({ ...refundRequested, state: 'sent', transaction: TRANSACTION }),
    brings: '.payee',
  },
  'refund: declined': {
    content: withItems({ ...refundRequested, state: 'declined', reply: 'As agreed by phone.' }),
    brings: '.reply',
  },
  'refund: two': {
    content: withItems(refundRequested, { ...refund, invoice: 2, currency: 'BTC' }),
    brings: '.payee',
  },
};

/** A payment with a wallet in the browser, from the choice to what may come of it. */
export const WALLET_SCENES: Readonly<Record<string, Scenario>> = {
  'wallet': { content: withWallets([fox()]), brings: PAY },
  'wallet without a name': { content: withWallets([fakeWallet(null, {}, null)]), brings: PAY },
  'wallets': {
    content: withWallets([fox(), fox(), fakeWallet('Hare'), fakeWallet('Owl')]),
    brings: '.wallet-row',
  },
  'wallets and code': {
    content: withWallets([fox(), fakeWallet('Hare')]),
    press: ['#fold'],
    brings: '.slim',
  },
  'wallet: connecting': {
    content: withWallets([fox({ eth_requestAccounts: hanging })]),
    press: [PAY],
    brings: '.track',
  },
  'wallet: switching': {
    content: withWallets([fox({ eth_chainId: () => '0x1', wallet_switchEthereumChain: hanging })]),
    press: [PAY],
    brings: '.mono',
  },
  'wallet: confirming': {
    content: withWallets([fox({ eth_sendTransaction: hanging })]),
    press: [PAY],
    brings: '.payee',
  },
  'wallet: confirming with a new account': {
    content: withWallets([fakeSolanaWallet('Sun Wallet')], null, solanaCheckout),
    press: [PAY],
    brings: '.payee',
  },
  'wallet: another way': {
    content: withWallets([fox({ eth_sendTransaction: hanging })]),
    press: [PAY, '.payee', '.below .button'],
    brings: '.boxed',
  },
  'wallet: refused': {
    content: withWallets([fox({ eth_sendTransaction: refusing() })]),
    press: [PAY],
    brings: '.boxed',
  },
  'wallet: another network': {
    content: withWallets([fox({ eth_chainId: () => '0x1', wallet_switchEthereumChain: () => null })]),
    press: [PAY],
    brings: '.boxed',
  },
  'wallet: short of coins': {
    content: withWallets([fox({ eth_call: () => word(41_200_000n) })]),
    press: [PAY],
    brings: '.needs',
  },
  'wallet: short of the fee': {
    content: withWallets([fox({ eth_getBalance: () => word(1_100_000_000_000n) })]),
    press: [PAY],
    brings: '.needs',
  },
  'wallet: sent': { content: withWallets([fox()], {}), brings: '.track' },
  'wallet: proposed': { content: withWallets([fox()], { state: 'proposed', ...UNSENT }), brings: '.facts' },
  'wallet: unknown': { content: withWallets([fox()], { state: 'unknown', ...UNSENT }), brings: '.facts' },
  'wallet: elsewhere': {
    content: withWallets([fox()], { state: 'asked', askedAt: NOW, ...UNSENT }),
    brings: '.facts',
  },
  'wallet: pay again': {
    content: withWallets([fox()], { state: 'unknown', askedAt: '2026-11-21T12:36:12Z', ...UNSENT }),
    brings: '.facts',
  },
  'wallet: time over': {
    content: withWallets([fox()], { state: 'unknown', endsAt: NOW, ...UNSENT }),
    brings: '.boxed',
  },
  'wallet: not sent': { content: withWallets([fox()], {}), press: ['.below .quiet'], brings: '.one' },
  'wallet: may be sent': {
    content: withWallets([fox()], {}),
    press: ['.below .quiet', '.one .button:not(.primary)'],
    brings: '.boxed',
  },
};

const few = { ...checkout, offers: offersOf('USDT_TRC20', 'BTC') };

/** The main states of every element. */
export const SCENES: Readonly<Record<string, Scenario>> = {
  'loading': { content: card({ phase: 'loading' }) },
  'choosing': { content: card(ready(checkout)) },
  'few': { content: card(ready(few)) },
  'searching': { content: card(ready(checkout)), type: 'sol', brings: '.clear' },
  'nothing found': { content: card(ready(checkout)), type: 'dogs', brings: '.empty' },
  'network': { content: card(ready(checkout)), press: ['#row-0'], brings: '.step .icon-button' },
  'choosing again': { content: card(ready(checkoutIn('awaiting'), { changing: true })) },
  'email': {
    content: card(ready(withEmail)),
    press: ['#row-0', '#row-0', '[type=submit]'],
    brings: '.wrong',
  },
  'creating': { content: card(ready(checkout, { pending: { kind: 'invoice', currency: 'USDT_TRC20' } })) },
  'awaiting': { content: card(ready(checkoutIn('awaiting'))) },
  'with a switch': { content: card(ready(checkoutIn('awaiting', bitcoinInvoice))), brings: '.switch' },
  'confirming cancellation': { content: card(ready(checkoutIn('awaiting'))), press: ['[part~=cancel]'] },
  'canceling': { content: card(ready(checkoutIn('awaiting'), { pending: { kind: 'cancel' } })) },
  'on a phone': { content: card(ready(checkoutIn('awaiting'))), press: ['#phone'], brings: '.hint' },
  'exchange': { content: card(ready(checkoutIn('awaiting'))), press: ['#exchange'], brings: '#fee' },
  'trouble': { content: card(ready(checkoutIn('awaiting'), { connection: 'trouble' })) },
  'help': { content: card(ready(checkoutIn('partial'))), press: ['[part~=help]'], brings: '.sheet-footer' },
  'enlarged': { content: card(ready(checkoutIn('awaiting'))), press: ['.enlarge'], brings: 'dialog[open]' },
  'test mode': { content: card(ready({ ...checkoutIn('awaiting'), testMode: true })) },
  'detected': { content: card(ready(checkoutIn('detected'))) },
  'processing': { content: card(ready(checkoutIn('processing'))) },
  'partial': { content: card(ready(checkoutIn('partial'))) },
  'paid': { content: card(ready(checkoutIn('paid'))) },
  'overpaid': { content: card(ready(checkoutIn('overpaid'))) },
  'late': { content: card(ready({ ...checkoutIn('paid'), late: true })) },
  'checking': { content: card(ready(checkoutIn('awaiting')), '2026-11-21T13:12:04Z') },
  'expired': { content: card(ready(checkoutIn('expired'))) },
  'expired with money': { content: card(ready({ ...checkoutIn('partial'), state: 'expired' })) },
  'canceled': { content: card(ready(checkoutIn('canceled'))) },
  'problem': { content: card(ready(checkout, { problem })) },
  'hosted page': { content: card(ready(hosted, { problem })) },
  'dialog': { content: modal(ready(checkoutIn('awaiting'))) },
  'confirming closing': {
    content: modal(ready(checkoutIn('detected'))),
    press: ['.close'],
    brings: '#confirm-focus',
  },
  'button': { content: () => html`<crypto-checkout-button order="A-1"></crypto-checkout-button>` },
  'button opened': {
    content: () =>
      html`<crypto-checkout-button
        .session=${new ScriptedSession(ready(checkoutIn('awaiting')))}
      ></crypto-checkout-button>`,
    press: ['[part=pay]'],
    brings: 'dialog[open]',
  },
  'panel': {
    content: () =>
      html`<crypto-payment-panel .invoice=${bitcoinInvoice} .order=${checkout.order}></crypto-payment-panel>`,
  },
  'receipt': {
    content: () => html`<crypto-receipt outcome="paid" .checkout=${checkoutIn('paid')}></crypto-receipt>`,
  },
  'picker': {
    content: () =>
      html`<crypto-currency-picker currencies="BTC USDT_TRC20" value="BTC"></crypto-currency-picker>`,
    press: ['#trigger'],
    brings: '.list',
  },
  'picker with a past': {
    content: () =>
      html`<crypto-currency-picker
        inline
        .offers=${checkout.offers}
        .storage=${{ getItem: () => 'USDT_TRC20', setItem: () => undefined }}
      ></crypto-currency-picker>`,
    brings: '.chip',
  },
  'network of the past': {
    content: () =>
      html`<crypto-currency-picker
        inline
        .offers=${checkout.offers}
        .storage=${{ getItem: () => 'USDT_TRC20', setItem: () => undefined }}
      ></crypto-currency-picker>`,
    press: ['#row-0'],
    brings: '.tag',
  },
  'copy by hand': {
    content: () => html`<crypto-copy-field value="50.12"></crypto-copy-field>`,
    press: ['.copy'],
    brings: 'input',
  },
  'copy': { content: () => html`<crypto-copy-field value="50.12"></crypto-copy-field>` },
  'countdown': {
    content: () =>
      html`<crypto-countdown
        expires-at=${invoice.expiresAt ?? ''}
        .now=${() => Date.parse(NOW)}
      ></crypto-countdown>`,
  },
  ...WALLET_SCENES,
  ...REFUND_SCENES,
  'badge': { content: () => html`<crypto-status-badge state="paid"></crypto-status-badge>` },
  'code': { content: () => html`<crypto-payment-qr payload=${invoice.address}></crypto-payment-qr>` },
  ...Object.fromEntries(
    Object.entries(SCREENS).map(([name, [snapshot]]) => [
      `deposit: ${name}`,
      {
        content: () =>
          html`<crypto-deposit locale="en-GB" .session=${new ScriptedDeposit(snapshot)}></crypto-deposit>`,
      },
    ]),
  ),
};

/** Opens a scenario, and performs its presses and input. */
export async function open({ content, press = [], type, brings }: Scenario): Promise<HTMLElement> {
  const element = await fixture<HTMLElement>(content());
  await settled(element);
  for (const selector of press) {
    await until(() => all(element, selector).length > 0, selector);
    all(element, selector)[0]?.click();
    await settled(element);
  }
  if (type !== undefined) await search(element, type);
  if (brings !== undefined) await until(() => all(element, brings).length > 0, brings);
  return element;
}

async function search(element: Element, words: string): Promise<void> {
  const [input] = everything(element).filter((each) => each.matches('input[type=search]'));
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no search');
  input.value = words;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settled(element);
}

/** The custom states that the documentation of an element's class lists. */
export async function documentedStates(localName: string): Promise<readonly string[]> {
  const text = (await readFile({ path: `../../src/elements/${localName}/${localName}.ts` })) ?? '';
  return [...text.matchAll(/^ \* @cssState ([\w-]+) - /gm)].map(([, name = '']) => name).sort();
}

/** The parts that the table of the Theming page lists for an element. */
export async function documentedParts(localName: string): Promise<readonly string[]> {
  const page = (await readFile({ path: '../../stories/docs/Theming.mdx' })) ?? '';
  const rows = page.matchAll(/^\| `([\w-]+)` +\| [^|]+ \| ([\w, -]+?) +\|$/gm);
  const isOwn = (tags: string) => tags.split(', ').includes(localName.replace('crypto-', ''));
  return [...rows].flatMap(([, name = '', tags = '']) => (isOwn(tags) ? [name] : [])).sort();
}

/** The parts that an element's own shadow tree has at present. */
export function partsOf(element: Element): readonly string[] {
  const inside = element.shadowRoot?.querySelectorAll('[part]') ?? [];
  return [...inside].flatMap(({ part }) => [...part]);
}

/** The elements with shadow trees, from `element` on. */
export function hostsIn(element: Element): readonly Element[] {
  return [element, ...everything(element)].filter(({ shadowRoot }) => shadowRoot !== null);
}
