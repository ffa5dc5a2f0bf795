import { expect } from '@open-wc/testing';
import { fakeWallet, hanging } from '../../stories/fake-wallets.js';
import { walletCheckout } from '../../stories/fixtures.js';
import { FakeProxy, PayerPage } from './browser-wallet-support.js';
import { one, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { open, WALLET_SCENES } from './parts-support.js';

const LOOKS = [
  { theme: 'light', dir: 'ltr', locale: 'en-GB' },
  { theme: 'dark', dir: 'rtl', locale: 'ar' },
] as const;

describe('a payment with a wallet in the browser', () => {
  for (const { theme, dir, locale } of LOOKS)
    it(`is accessible in ${theme}, ${dir}, in every state`, async () => {
      for (const [scene, scenario] of Object.entries(WALLET_SCENES)) {
        const element = await open(scenario);
        element.setAttribute('theme', theme);
        element.setAttribute('locale', locale);
        await until(() => getComputedStyle(one(element, '.card')).direction === dir, `${scene} runs ${dir}`);
        await settled(element);
        await expect(element, scene).to.be.accessible();
        element.remove();
      }
    });

  it('works by the keyboard alone, with the focus always in the card', async () => {
    const { provider } = fakeWallet('Fox Wallet', { eth_sendTransaction: hanging });
    const info = { uuid: 'fox', name: 'Fox Wallet', icon: '', rdns: 'org.example.fox' };
    await PayerPage.open(new FakeProxy(walletCheckout));
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
    const page = await PayerPage.open(new FakeProxy(walletCheckout));
    const leadsTo = async (name: string, text: string) => {
      await page.pressByKeyboard(name);
      await page.sees(text);
      expect(document.activeElement, `after ${name}`).to.equal(page.element);
    };
    await leadsTo('Pay with Fox Wallet', 'Confirm in Fox Wallet');
    await leadsTo('Pay another way', 'A payment request may still be open in Fox Wallet.');
    await leadsTo('Back to Fox Wallet', 'Confirm in Fox Wallet');
    await page.after(60_000);
    await leadsTo('I haven’t sent it', 'Check Fox Wallet first');
    await leadsTo(
      'Nothing was sent. Show the code',
      'Check that your wallet shows the highlighted characters.',
    );
    expect(page.hasAddress).to.equal(true);
  });
});
