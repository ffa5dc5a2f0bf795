// A shop's page for loading.test.ts: its bundle, and a session that shows what the test says.
import '../../src/define/crypto-checkout.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import { checkout, checkoutIn, walletCheckout, walletTransfer } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';

const SNAPSHOTS = {
  choosing: ready(checkout),
  creating: ready(checkout, { pending: { kind: 'invoice', currency: 'USDT_TRC20' } }),
  awaiting: ready(checkoutIn('awaiting', { hostedPage: 'https://pay.example/1' })),
  paid: ready(checkoutIn('paid')),
  payableByWallet: ready(walletCheckout),
  askedBefore: ready({ ...walletCheckout, transfer: { ...walletTransfer, state: 'unknown' } }),
};

const ACCOUNT = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const PLENTY = `0x${(10n ** 12n).toString(16).padStart(64, '0')}`;
const ANSWERS: Readonly<Record<string, unknown>> = {
  eth_requestAccounts: [ACCOUNT],
  eth_accounts: [ACCOUNT],
  eth_chainId: '0x2105',
  eth_getBalance: PLENTY,
  eth_sendTransaction: `0x${'ab'.repeat(32)}`,
};
const DECIMALS_CALL = '0x313ce567';
const SIX = `0x${'6'.padStart(64, '0')}`;

/** Of its own: the fakes of the gallery import what the page is to load later. */
const request = async ({ method, params }: { method: string; params: unknown }): Promise<unknown> => {
  if (method !== 'eth_call') return ANSWERS[method];
  return JSON.stringify(params).includes(DECIMALS_CALL) ? SIX : PLENTY;
};

window.addEventListener('eip6963:requestProvider', () => {
  const info = { uuid: 'fox', name: 'Fox Wallet', icon: '', rdns: 'org.example.fox' };
  const detail = { info, provider: { request } };
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
});

const session = new ScriptedSession(SNAPSHOTS.choosing);

export function open(): CryptoCheckout {
  const element = document.createElement('crypto-checkout');
  Object.assign(element, { locale: 'en-GB', session });
  document.body.append(element);
  return element;
}

export function show(name: keyof typeof SNAPSHOTS): void {
  session.show({ ...SNAPSHOTS[name] });
}

Object.assign(globalThis, { shop: { open, show } });
