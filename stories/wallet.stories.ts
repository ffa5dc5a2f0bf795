import type { Meta, StoryObj } from '@storybook/web-components-vite';
import '../src/define/crypto-checkout.js';
import type { Checkout, WalletTransfer } from '../src/protocol/index.js';
import type { BrowserWallet } from '../src/wallets/wallet.js';
import { checkoutWith, fakeSolanaWallet, fakeWallet, hanging, refusing, word } from './fake-wallets.js';
import { NOW, solanaCheckout, walletCheckout, walletTransfer } from './fixtures.js';
import { find, inStory } from './interactions.js';
import { ready, ScriptedSession } from './scripted-session.js';

const meta: Meta = { title: 'Wallet in the browser', component: 'crypto-checkout' };
export default meta;

/** A checkout with these wallets in the page, of which the payer presses the first if asked to. */
function story(
  wallets: readonly BrowserWallet[],
  checkout: Checkout = walletCheckout,
  ...presses: readonly string[]
): StoryObj {
  const render = () => checkoutWith(new ScriptedSession(ready(ofItsOwn(checkout))), ...wallets);
  if (presses.length === 0) return { render };
  return {
    render,
    play: async ({ canvasElement }) => {
      for (const selector of presses)
        (await find(inStory(canvasElement, 'crypto-checkout'), selector)).click();
    },
  };
}

let drawn = 0;

/** A wallet pays one invoice at a time in a browser, and a sheet draws many states at once. */
function ofItsOwn(checkout: Checkout): Checkout {
  const { invoice } = checkout;
  drawn += 1;
  return invoice ? { ...checkout, invoice: { ...invoice, id: `${invoice.id}-${drawn}` } } : checkout;
}

const withTransfer = (changes: Partial<WalletTransfer>) => ({
  ...walletCheckout,
  transfer: { ...walletTransfer, ...changes },
});

const fox = fakeWallet();
const others = [fakeWallet('Hare', {}, '#7a7cff'), fakeWallet('Blue Wallet', {}, '#1652f0')];
const PAY = '#pay-with-wallet';

export const OneWallet = story([fox]);
export const UnnamedWallet = story([fakeWallet(null, {}, null)]);
export const ThreeWallets = story([fox, ...others]);
export const ManyWallets = story([fox, ...others, fakeWallet('Last Wallet', {}, '#0c9463')]);
export const ThreeWalletsAndCode = story([fox, ...others], walletCheckout, '#fold');
export const Connecting = story(
  [fakeWallet('Fox Wallet', { eth_requestAccounts: hanging })],
  walletCheckout,
  PAY,
);
export const Switching = story(
  [fakeWallet('Fox Wallet', { eth_chainId: () => '0x1', wallet_switchEthereumChain: hanging })],
  walletCheckout,
  PAY,
);
export const Confirming = story(
  [fakeWallet('Fox Wallet', { eth_sendTransaction: hanging })],
  walletCheckout,
  PAY,
);
export const ConfirmingWithNewAccount = story([fakeSolanaWallet('Sun Wallet')], solanaCheckout, PAY);
export const AnotherWay = story(
  [fakeWallet('Fox Wallet', { eth_sendTransaction: hanging })],
  walletCheckout,
  PAY,
  '.payee',
  '.below .button',
);
export const Refused = story(
  [fakeWallet('Fox Wallet', { eth_sendTransaction: refusing() })],
  walletCheckout,
  PAY,
);
export const ShortOfCoins = story(
  [fakeWallet('Fox Wallet', { eth_call: () => word(41_200_000n) })],
  walletCheckout,
  PAY,
);
export const ShortOfFee = story(
  [fakeWallet('Fox Wallet', { eth_getBalance: () => word(1_100_000_000_000n) })],
  walletCheckout,
  PAY,
);
export const Sent = story([fox], withTransfer({}));
export const Proposed = story([fox], withTransfer({ state: 'proposed', transaction: null }));
export const Unknown = story([fox], withTransfer({ state: 'unknown', transaction: null }));
export const Elsewhere = story([fox], withTransfer({ state: 'asked', askedAt: NOW, transaction: null }));
export const PayAgain = story(
  [fox],
  withTransfer({ state: 'unknown', transaction: null, askedAt: '2026-11-21T12:36:12Z' }),
);
export const TimeIsOver = story([fox], withTransfer({ state: 'unknown', transaction: null, endsAt: NOW }));
export const NotSent = story([fox], withTransfer({}), '.below .quiet');
export const MayBeSent = story([fox], withTransfer({}), '.below .quiet', '.one .button:not(.primary)');
