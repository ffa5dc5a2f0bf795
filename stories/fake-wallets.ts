import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { CheckoutSession } from '../src/checkout/session.js';
import { offerWallets, type WalletSource } from '../src/elements/browser-wallet/wallet-source.js';
import type { CurrencyCode } from '../src/payment/index.js';
import { familyOf } from '../src/wallets/support.js';
import type { BrowserWallet } from '../src/wallets/wallet.js';

const PAYER = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const WALLET_HASH = `0x8f2c${'ab'.repeat(28)}41d7`;

export const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** A drawn square in one color, as the picture that a wallet announces. */
const picture = (color: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="${color}"/><circle cx="48" cy="48" r="24" fill="#fff"/></svg>`)}`;

type Answer = () => unknown;

/** A wallet for networks like Ethereum. Each of its answers can be replaced. */
export function fakeWallet(
  name: string | null = 'Fox Wallet',
  answers: Readonly<Record<string, Answer>> = {},
  color: string | null = '#e8761b',
): BrowserWallet {
  const usual: Readonly<Record<string, Answer>> = {
    eth_requestAccounts: () => [PAYER],
    eth_accounts: () => [PAYER],
    eth_chainId: () => '0x2105',
    eth_getCode: () => '0x',
    eth_getBalance: () => word(10n ** 18n),
    eth_estimateGas: () => '0x5208',
    eth_gasPrice: () => '0xbebc200',
    eth_call: () => word(10n ** 12n),
    decimals: () => word(6n),
    eth_sendTransaction: () => WALLET_HASH,
  };
  const request = ({ method, params }: { method: string; params: readonly unknown[] }): Promise<unknown> => {
    const isDecimals = JSON.stringify(params).includes('0x313ce567');
    const answer = answers[isDecimals ? 'decimals' : method] ?? usual[isDecimals ? 'decimals' : method];
    return Promise.resolve().then(() => answer?.());
  };
  const icon = color === null ? null : picture(color);
  return { family: 'evm', name, icon, provider: { request } };
}

export const hanging: Answer = () => new Promise(() => undefined);

export function refusing(code = 4001): Answer {
  return () => {
    throw Object.assign(new Error('the wallet refuses'), { code });
  };
}

/** A wallet for Solana that waits for its payer. */
export function fakeSolanaWallet(name: string): BrowserWallet {
  const account = { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', chains: ['solana:mainnet'] };
  const provider = {
    accounts: [account],
    features: {
      'standard:connect': { connect: () => Promise.resolve({ accounts: [account] }) },
      'solana:signAndSendTransaction': { signAndSendTransaction: hanging },
    },
  };
  return { family: 'solana', name, icon: picture('#7a3ff2'), provider };
}

/** The wallets of a page that has these from the beginning. */
class FakeWallets implements WalletSource {
  wallets: readonly BrowserWallet[];

  constructor(...wallets: readonly BrowserWallet[]) {
    this.wallets = wallets;
  }

  walletsFor(currency: CurrencyCode): readonly BrowserWallet[] {
    return this.wallets.filter(({ family }) => family === familyOf(currency));
  }
}

/** A checkout in a page with these wallets. */
export function checkoutWith(session: CheckoutSession, ...wallets: readonly BrowserWallet[]): TemplateResult {
  const offer = (element?: Element) => element && offerWallets(element, new FakeWallets(...wallets));
  return html`<crypto-checkout
    locale="en-GB"
    resume-url="https://shop.example/pay#{checkout}"
    .session=${session}
    ${ref(offer)}
  ></crypto-checkout>`;
}
