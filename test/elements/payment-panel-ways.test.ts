import { expect, fixture } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import fc from 'fast-check';
import { html } from 'lit';
import '../../src/define/crypto-payment-panel.js';
import { amountIncludingFee } from '../../src/elements/crypto-payment-panel/exchange-fee.js';
import type { CryptoPaymentPanel } from '../../src/elements/crypto-payment-panel/crypto-payment-panel.js';
import { CryptoPaymentQr } from '../../src/elements/crypto-payment-qr/crypto-payment-qr.js';
import { LANGUAGES } from '../../src/i18n/index.js';
import { subtractAmounts } from '../../src/payment/index.js';
import type { CheckoutInvoice } from '../../src/protocol/index.js';
import { ADDRESSES, bitcoinInvoice, checkoutIn, invoice } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import {
  all,
  control,
  everything,
  holdTimers,
  one,
  openCard,
  replaceClipboard,
  said,
  settled,
  shown,
  words,
} from './checkout-fixture.js';
import { until } from '../until.js';

/** Time that a wallet has to open. */
const OPENING_MS = 1500;
const RESUME_URL = 'https://shop.example/pay?checkout=c_7mK2';

async function open(changes: Partial<CheckoutInvoice> = {}, resumeUrl = ''): Promise<CryptoPaymentPanel> {
  const element = await fixture<CryptoPaymentPanel>(
    html`<crypto-payment-panel
      .invoice=${{ ...invoice, ...changes }}
      .resumeUrl=${resumeUrl}
      locale="en-GB"
    ></crypto-payment-panel>`,
  );
  await settled(element);
  return element;
}

async function fromExchange(changes: Partial<CheckoutInvoice> = {}): Promise<CryptoPaymentPanel> {
  const element = await open(changes);
  control(element, 'Use a crypto exchange').click();
  await until(() => all(element, '#fee').length > 0, 'the helper is open');
  await settled(element);
  return element;
}

async function type(element: CryptoPaymentPanel, fee: string): Promise<void> {
  const input = one(element, '#fee');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field');
  input.value = fee;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await settled(element);
}

const entered = (element: Element) =>
  all(element, '.helper .amount').map((amount) => words(amount.textContent ?? ''));

describe('a wallet', () => {
  it('is opened by a real link that leaves nothing behind', async () => {
    const element = await open(bitcoinInvoice);
    const links = all(element, '.wallets a');
    expect(links.map((link) => link.getAttribute('href'))).to.deep.equal([
      `bitcoin:${ADDRESSES.BTC}?amount=0.00051234`,
      `https://link.trustwallet.com/send?asset=c0&address=${ADDRESSES.BTC}&amount=0.00051234`,
    ]);
    expect(links.map((link) => link.getAttribute('target'))).to.deep.equal([null, '_blank']);
    for (const link of links) expect(link.getAttribute('rel')).to.equal('noopener noreferrer');
  });

  it('is named on a press, above the page, with the details that the wallet should show', async () => {
    const element = await open(bitcoinInvoice);
    const before = element.getBoundingClientRect().height;
    const button = control(element, 'Open in wallet');
    expect(one(element, '.wallets').matches(':popover-open')).to.equal(false);
    button.click();
    await until(() => button.getAttribute('aria-expanded') === 'true', 'the wallets are shown');
    expect(shown(element)).to.contain(
      'your wallet should show that you’re sending 0.00051234 BTC on Bitcoin',
    );
    expect(element.getBoundingClientRect().height).to.equal(before);
    await expect(element).to.be.accessible();
  });

  it('is not offered if no link is safe', async () => {
    const element = await open({ currency: 'USDC_SOL', address: ADDRESSES.USDC_SOL });
    expect(all(element, '.wallets, [part=open-wallet]')).to.have.length(0);
  });
});

describe('a wallet link that nothing on the device handles', () => {
  const HINT = 'No wallet opened. Copy the amount and address, or scan the code.';
  const LINK = 'Wallet app on this device';
  const places = (element: Element) =>
    all(element, '.sum .amount, .groups, crypto-payment-qr').map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [x, y, width, height].join();
    });

  async function press(element: Element, name: string): Promise<void> {
    control(element, 'Open in wallet').click();
    await until(() => one(element, '.wallets').matches(':popover-open'), 'the wallets are shown');
    control(element, name).click();
    await settled(element);
  }

  /** A panel whose link opened nothing. The time that a wallet has to open is over. */
  async function unopened(): Promise<CryptoPaymentPanel> {
    const timers = holdTimers(OPENING_MS);
    const element = await open(bitcoinInvoice);
    await press(element, LINK);
    timers.runNext();
    timers.restore();
    await settled(element);
    expect(shown(element)).to.contain(HINT);
    return element;
  }

  it('is followed by what to do instead, shown and announced, and amount and address stay in place', async () => {
    const element = await open(bitcoinInvoice);
    await press(element, LINK);
    const before = places(element);
    expect(shown(element)).not.to.contain(HINT);
    await until(() => said(element) === HINT, 'the hint is announced');
    await settled(element);
    expect(words(one(element, '.wallets .label').innerText)).to.equal(HINT);
    expect(places(element)).to.deep.equal(before);
    await expect(element).to.be.accessible();
  });

  it('is followed by a status of the card, below amount and address', async () => {
    const { element } = await openCard(ready(checkoutIn('awaiting', bitcoinInvoice)));
    await press(element, LINK);
    const before = places(element);
    await until(() => words(one(element, '.status').innerText) === HINT, 'the status has the hint');
    expect(said(element)).to.equal(HINT);
    expect(places(element)).to.deep.equal(before);
  });

  it('has a hint that moves nothing in a dialog on a phone, in any language', async () => {
    await setViewport({ width: 390, height: 844 });
    const moved: string[] = [];
    for (const [locale] of LANGUAGES) {
      const timers = holdTimers(OPENING_MS);
      const card = ready(checkoutIn('awaiting', bitcoinInvoice));
      const { element } = await openCard(card, { locale, mode: 'modal', open: '' });
      await until(() => all(element, '.wallets a').length > 0, 'the links');
      await until(() => element.shadowRoot?.querySelector('[lang]')?.getAttribute('lang') === locale, locale);
      await settled(element);
      const before = places(element);
      const status = one(element, '.status').innerText;
      all(element, '.wallets a')[0]?.click();
      timers.runNext();
      timers.restore();
      await settled(element);
      expect(one(element, '.status').innerText, locale).not.to.equal(status);
      if (places(element).join(' ') !== before.join(' ')) moved.push(locale);
      element.remove();
    }
    expect(moved).to.deep.equal([]);
    await setViewport({ width: 800, height: 600 });
  });

  for (const [what, leave] of [
    ['the page loses the focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ] as const) {
    it(`has no hint if ${what} meanwhile`, async () => {
      const timers = holdTimers(OPENING_MS);
      const element = await open(bitcoinInvoice);
      await press(element, LINK);
      leave();
      timers.runNext();
      timers.restore();
      await settled(element);
      expect(shown(element) + said(element)).not.to.contain(HINT);
    });

    it(`has no hint any more when ${what}`, async () => {
      const element = await unopened();
      leave();
      await settled(element);
      expect(shown(element) + said(element)).not.to.contain(HINT);
      expect(shown(element)).to.contain(
        'your wallet should show that you’re sending 0.00051234 BTC on Bitcoin',
      );
    });
  }

  it('has the hint once more after every press', async () => {
    const element = await unopened();
    control(element, LINK).click();
    await settled(element);
    expect(shown(element) + said(element)).not.to.contain(HINT);
    await until(() => said(element) === HINT, 'the hint is announced again');
  });

  for (const [what, changes] of [
    ['another invoice is to be paid', { id: 'INV-2' }],
    ['a part was received', { due: '0.0002', paid: '0.00031234' }],
  ] as const) {
    it(`has no hint any more when ${what}`, async () => {
      const element = await unopened();
      element.invoice = { ...invoice, ...bitcoinInvoice, ...changes };
      await settled(element);
      expect(shown(element) + said(element)).not.to.contain(HINT);
    });
  }

  it('keeps the hint when the same state is read again', async () => {
    const element = await unopened();
    element.invoice = { ...invoice, ...bitcoinInvoice };
    await settled(element);
    expect(shown(element)).to.contain(HINT);
  });

  it('is no link to a page, which opens in any case', async () => {
    const timers = holdTimers(OPENING_MS);
    const element = await open(bitcoinInvoice);
    const stay = (event: Event) => event.preventDefault();
    document.addEventListener('click', stay, { once: true });
    control(element, 'Open in wallet').click();
    control(element, 'Trust Wallet').click();
    timers.runNext();
    timers.restore();
    await settled(element);
    expect(shown(element) + said(element)).not.to.contain(HINT);
  });
});

describe('sending from an exchange', () => {
  it('adds the withdrawal fee to the amount that must arrive, to the last digit', async () => {
    const element = await fromExchange();
    await type(element, '1.00');
    expect(entered(element)).to.deep.equal(['51.12 USDT']);
    expect(shown(element)).to.contain('The exchange should show that the recipient gets 50.12 USDT.');
    expect(said(element)).to.equal('Enter 51.12 USDT at the exchange.');
  });

  it('copies the sum to type', async () => {
    const written: string[] = [];
    const putBack = replaceClipboard({ writeText: (text) => Promise.resolve(void written.push(text)) });
    const element = await fromExchange({
      currency: 'ETH_BASE',
      address: ADDRESSES.ETH_BASE,
      due: '0.013412345678901234',
    });
    await type(element, '0.000000000000000006');
    one(one(element, '.helper').querySelector('crypto-copy-field') ?? element, 'button').click();
    await until(() => written.length > 0, 'the sum is copied');
    expect(written).to.deep.equal(['0.01341234567890124']);
    putBack();
  });

  it('focuses the field immediately, and warns about the minimum withdrawal before any input', async () => {
    const element = await fromExchange();
    expect(element.shadowRoot?.activeElement?.id).to.equal('fee');
    expect(shown(element)).to.contain(
      'Is the exchange’s minimum withdrawal higher? Don’t send a larger amount',
    );
    expect(shown(element)).to.contain('If your exchange adds the fee on top, enter 50.12 USDT.');
    expect(entered(element)).to.deep.equal([]);
  });

  for (const [fee, script] of [
    ['١٫٥', 'Arabic'],
    ['۱٫۵', 'Persian'],
    ['१.५', 'Devanagari'],
    ['１．５', 'full-width'],
    ['１。５', 'full-width, with the stop of the language'],
    ['１，５', 'full-width, with a comma'],
    ['\u200f١،٥ ', 'Arabic, with a comma and what keyboards add unseen'],
  ] as const) {
    it(`reads a fee in ${script} digits as a keyboard writes them`, async () => {
      const element = await fromExchange();
      await type(element, fee);
      expect(entered(element)).to.deep.equal(['51.62 USDT']);
    });
  }

  for (const [fee, why] of [
    ['١٬٠٠٠', 'It’s not clear what the comma means here.'],
    ['۱،۰۰۰', 'It’s not clear what the comma means here.'],
    ['１，０００', 'It’s not clear what the comma means here.'],
    ['१ ०', 'Enter the fee as a number'],
    ['²', 'Enter the fee as a number'],
    ['1,000', 'It’s not clear what the comma means here.'],
    ['one', 'Enter the fee as a number'],
    ['-1', 'Enter the fee as a number'],
    ['1e3', 'Enter the fee as a number'],
    ['0.0000001', 'USDT has at most 6 decimal places.'],
  ] as const) {
    it(`explains why it cannot read "${fee}", and names no sum`, async () => {
      const element = await fromExchange();
      await type(element, fee);
      expect(shown(element)).to.contain(why);
      expect(one(element, '#fee').getAttribute('aria-invalid')).to.equal('true');
      expect(entered(element)).to.deep.equal([]);
      await expect(element).to.be.accessible();
    });
  }

  it('keeps amount, address and warning, and shows the code again on the second press', async () => {
    const element = await fromExchange();
    expect(all(element, 'crypto-payment-qr')).to.have.length(0);
    expect(words(one(element, '.sum .amount').innerText)).to.equal('50.12 USDT');
    expect(one(element, '.groups').getAttribute('aria-label')).to.equal(ADDRESSES.USDT_TRC20);
    expect(shown(element)).to.contain('Send only USDT, and only on TRON.');
    control(element, 'Use a crypto exchange').click();
    await until(() => all(element, 'crypto-payment-qr').length === 1, 'the code is back');
  });

  it('forgets the fee with the invoice it was typed for', async () => {
    const element = await fromExchange();
    await type(element, '1');
    element.invoice = { ...bitcoinInvoice, id: 'INV-2' };
    await settled(element);
    expect(all(element, '#fee')).to.have.length(0);
    expect(all(element, 'crypto-payment-qr')).to.have.length(1);
  });

  it('stays open when the same invoice is updated', async () => {
    const element = await fromExchange();
    await type(element, '1');
    element.invoice = { ...invoice };
    await settled(element);
    expect(entered(element)).to.deep.equal(['51.12 USDT']);
  });

  it('says the same in digits of any script', () => {
    const zeros = ['٠', '۰', '०', '০', '๐', '０', '𝟎', '𝟘'];
    const inScript = (text: string, zero: string) =>
      text.replace(/\d/g, (digit) =>
        String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit.charCodeAt(0) - 48),
      );
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,12}(\.\d{1,8})?$/), fc.constantFrom(...zeros), (fee, zero) => {
        expect(amountIncludingFee('1', inScript(fee, zero), 8)).to.deep.equal(
          amountIncludingFee('1', fee, 8),
        );
      }),
    );
  });

  it('returns the exact sum, for any digits', () => {
    const digits = (max: number) =>
      fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.stringMatching(new RegExp(`^\\d{0,${max}}$`)));
    fc.assert(
      fc.property(digits(18), digits(18), fc.constantFrom('.', ','), ([whole, part], [fee, cents], mark) => {
        const due = `${whole}.${part}1`;
        const typed = cents === '' ? String(fee) : `${fee}${mark}${cents}`;
        const entry = amountIncludingFee(due, typed, 18);
        if (mark === ',' && cents.length === 3 && fee > 0n && fee < 1000n) {
          expect(entry).to.deep.equal({ kind: 'unclear', reason: 'ambiguousComma' });
        } else {
          if (entry.kind !== 'sum') throw new Error(`no sum for ${typed}`);
          const [, decimals = ''] = subtractAmounts(entry.amount, due).split('.');
          expect(decimals).to.equal(cents.replace(/0+$/, ''));
        }
      }),
    );
  });
});

describe('continuing on a phone', () => {
  const payload = (element: Element) => {
    const code = one(element, 'crypto-payment-qr');
    return code instanceof CryptoPaymentQr ? code.payload : '';
  };

  it('shows a code that opens this payment there, and the way back', async () => {
    const element = await open({}, RESUME_URL);
    control(element, 'Continue on phone').click();
    await until(() => payload(element) === RESUME_URL, 'the code of the link');
    expect(said(element)).to.equal('On your phone');
    await expect(element).to.be.accessible();
    control(element, 'Back to the payment QR code').click();
    await until(() => payload(element) === ADDRESSES.USDT_TRC20, 'the code of the payment');
    expect(element.shadowRoot?.activeElement?.id).to.equal('phone');
  });

  for (const url of [
    '',
    'http://shop.example/',
    'javascript:alert(1)',
    '//evil.example',
    'https://a@evil.example/',
  ]) {
    it(`is not offered with "${url}"`, async () => {
      const element = await open({}, url);
      expect(all(element, '#phone')).to.have.length(0);
    });
  }

  it('ends when the page removes the link', async () => {
    const element = await open({}, RESUME_URL);
    control(element, 'Continue on phone').click();
    await until(() => payload(element) === RESUME_URL, 'the code of the link');
    element.resumeUrl = '';
    await settled(element);
    expect(payload(element)).to.equal(ADDRESSES.USDT_TRC20);
  });
});

describe('a panel on a small and foreign page', () => {
  for (const width of [288, 320, 420]) {
    it(`has no overflow at ${width} px, with thirty digits`, async () => {
      const due = '123456789012.123456789012345678';
      const element = await fromExchange({
        currency: 'ETH_BASE',
        address: ADDRESSES.ETH_BASE,
        amount: due,
        due,
      });
      element.style.inlineSize = `${width}px`;
      for (const isExchange of [true, false]) {
        if (!isExchange) control(element, 'Use a crypto exchange').click();
        await settled(element);
        const right = element.getBoundingClientRect().right + 0.5;
        for (const node of all(element, '.sheet :not(.hidden *), .alternatives *, .button'))
          expect(node.getBoundingClientRect().right, node.outerHTML).to.be.at.most(right);
        expect(one(element, '.sum .amount').textContent).to.contain('ETH');
      }
    });
  }

  it('has controls of at least 24 px, most of 44', async () => {
    const element = await open({}, RESUME_URL);
    element.style.inlineSize = '288px';
    await settled(element);
    for (const each of all(element, 'button, .transaction')) {
      const { width, height } = each.getBoundingClientRect();
      expect(Math.min(width, height), words(each.innerText)).to.be.at.least(24);
    }
  });

  it('has no style attribute in any of its views, so that a strict policy allows it', async () => {
    const element = await fromExchange();
    await type(element, '1');
    for (const node of everything(element))
      expect(node.hasAttribute('style'), node.localName).to.equal(false);
  });

  it('is accessible from right to left and in the dark', async () => {
    const element = await fromExchange();
    element.dir = 'rtl';
    element.setAttribute('theme', 'dark');
    await type(element, '1');
    for (const part of all(element, '.amount, .groups, #fee'))
      expect(getComputedStyle(part).direction).to.equal('ltr');
    await expect(element).to.be.accessible();
  });
});

describe('changing the coin', () => {
  it('explains the fate of the old address before the payer chooses', async () => {
    const { element } = await openCard(ready(checkoutIn('awaiting'), { changing: true }));
    expect(shown(element)).to.contain('Don’t send to the old one after that. We’ll keep monitoring it');
  });

  it('has no note on an old address without one', async () => {
    const { element } = await openCard(ready(checkoutIn('choosing')));
    expect(shown(element)).not.to.contain('keep monitoring');
  });
});
