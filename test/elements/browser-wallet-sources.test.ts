// Wallets of Solana and TON, which need something of the proxy.
import { expect } from '@open-wc/testing';
import type { Checkout, WalletSupport } from '../../src/protocol/index.js';
import { ADDRESSES, walletCheckout } from '../../stories/fixtures.js';
import { FakeProxy, PayerPage } from './browser-wallet-support.js';

const PAYER = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';
const TON_ADDRESS = 'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg';
const MANIFEST = 'https://shop.example/crypto-checkout/tonconnect-manifest.json';

function checkoutFor(currency: 'USDC_SOL' | 'TON', address: string, wallets?: WalletSupport): Checkout {
  const { invoice, ...rest } = walletCheckout;
  if (!invoice) throw new Error('a checkout without an invoice');
  return { ...rest, invoice: { ...invoice, currency, address }, ...(wallets && { wallets }) };
}

describe('a wallet of Solana', () => {
  const sent: unknown[] = [];
  let answer = () => Promise.resolve([{ signature: new Uint8Array(64).fill(7) }]);
  const account = { address: PAYER, chains: ['solana:mainnet'] };
  const wallet = {
    name: 'Sun Wallet',
    icon: '',
    chains: ['solana:mainnet'],
    accounts: [account],
    features: {
      'standard:connect': { connect: () => Promise.resolve({ accounts: [account] }) },
      'solana:signAndSendTransaction': {
        supportedTransactionVersions: ['legacy'],
        signAndSendTransaction: (input: object) => {
          sent.push(input);
          return answer();
        },
      },
    },
  };

  async function openPage(wallets?: WalletSupport): Promise<PayerPage> {
    const proxy = new FakeProxy(checkoutFor('USDC_SOL', ADDRESSES.USDC_SOL, wallets));
    proxy.solana = {
      ...{ address: ADDRESSES.USDC_SOL, blockhash: BLOCKHASH, lastValidBlockHeight: 1 },
      ...{ isTokenAccount: true, tokenProgram: null, createsAccount: false },
    };
    const detail = (api: { register: (one: object) => void }) => api.register(wallet);
    await PayerPage.open(proxy);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
    return PayerPage.open(proxy);
  }

  it('is not offered where the proxy has no node of Solana', async () => {
    const page = await openPage();
    expect(page.text).not.to.contain('Sun Wallet');
    expect(page.hasAddress).to.equal(true);
  });

  it('pays where the proxy has one', async () => {
    const page = await openPage({ solana: true });
    await page.press('Pay with Sun Wallet');
    await page.sees('Sent. Waiting for it to arrive');
    expect(sent).to.have.length(1);
    expect(page.session.proxy.reports).to.deep.equal(['asked', 'sent']);
  });

  it('needs a fee for a new account, which the payer reads before confirming', async () => {
    const page = await openPage({ solana: true });
    page.session.proxy.solana = {
      ...{ address: ADDRESSES.USDC_SOL, blockhash: BLOCKHASH, lastValidBlockHeight: 1 },
      ...{ isTokenAccount: false, tokenProgram: null, createsAccount: true },
    };
    const signed = answer;
    answer = () => new Promise(() => {});
    await page.press('Pay with Sun Wallet');
    await page.sees('Confirm in Sun Wallet');
    answer = signed;
    expect(page.text).to.contain('Network fee ≈ 0.0021 SOL');
  });

  it('is asked for nothing if the proxy does not say what it needs', async () => {
    const page = await openPage({ solana: true });
    page.session.proxy.solana = null;
    sent.length = 0;
    await page.press('Pay with Sun Wallet');
    await page.sees('Nothing was sent: there’s no connection. Try again.');
    expect(sent).to.have.length(0);
    expect(page.hasAddress).to.equal(true);
  });
});

describe('a wallet of TON', () => {
  const asked: unknown[] = [];
  const item = { name: 'ton_addr', address: `0:${'a1'.repeat(32)}`, network: '-239' };
  const tonconnect = {
    walletInfo: { name: 'Wave Wallet' },
    connect: (...args: readonly unknown[]) => {
      asked.push(args);
      const device = { features: ['SendTransaction'] };
      return Promise.resolve({ event: 'connect', payload: { items: [item], device } });
    },
    send: () => Promise.resolve({ result: 'te6cckEBAQEAAgAAAEysuc0=', id: '1' }),
  };
  before(() => Object.assign(window, { waveWallet: { tonconnect } }));
  after(() => Reflect.deleteProperty(window, 'waveWallet'));

  const openPage = (wallets?: WalletSupport) =>
    PayerPage.open(new FakeProxy(checkoutFor('TON', TON_ADDRESS, wallets)));

  it('is not offered where the proxy has no public URL', async () => {
    const page = await openPage({ solana: false });
    expect(page.text).not.to.contain('Wave Wallet');
  });

  it('pays where the proxy has one, and gets the manifest of the shop', async () => {
    const page = await openPage({ solana: false, tonManifest: MANIFEST });
    await page.press('Pay with Wave Wallet');
    await page.sees('Sent. Waiting for it to arrive');
    expect(asked).to.deep.equal([[2, { manifestUrl: MANIFEST, items: [{ name: 'ton_addr' }] }]]);
  });
});
