// Chromium claims Kazakh and Uzbek, but has no data for them. Prices, numbers and dates have the form of the language all the same.
import { expect } from '@open-wc/testing';
import { plural } from '../../src/locales/plural.js';
import { dateFormat, eitherOf } from '../../src/payment/intl.js';
import { checkout } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { all, one, openCard, settled, shown, words } from './checkout-fixture.js';
import { openStaff } from './merchant-support.js';
import { until } from '../until.js';

// As Node writes them in the language itself: test/payment/intl.test.ts.
const LANGUAGES = [
  {
    lang: 'kk',
    price: '1 234,50 €',
    times: ['5 сағ 30 мин', '30 мин'],
    minutes: /· \d+ мин \|.*· 1–13 мин/,
    usd: '15 304,28 $',
    period: /\d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}/,
    networks: 'Ethereum, Base, не болмаса OP Mainnet',
    moment: /^21\.11, \d\d:\d\d$/,
  },
  {
    lang: 'uz-Latn-UZ',
    price: '1 234,50 €',
    times: ['5 soat 30 daq.', '30 daq.'],
    minutes: /· \d+ daq\. \|.*· 1–13 daq\./,
    usd: '15 304,28 US$',
    period: /\d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}/,
    networks: 'Ethereum, Base yoki OP Mainnet',
    moment: /^21\/11, \d\d:\d\d$/,
  },
];

const order = { ...checkout.order, amount: '1234.50' };
const lifetimes = { usualMinutes: 30, longestMinutes: 330 };

async function openIn(locale: string, shownCheckout = checkout) {
  const { element } = await openCard(ready(shownCheckout), { locale });
  await until(() => !element.hasAttribute('aria-busy'), `the element speaks ${locale}`);
  await settled(element);
  return element;
}

for (const { lang, price, times, minutes, usd, period, networks, moment } of LANGUAGES) {
  describe(`in ${lang}`, () => {
    it('the checkout shows its price and its lifetimes', async () => {
      const element = await openIn(lang, { ...checkout, order, lifetimes });
      expect(words(one(element, '.total').innerText)).to.contain(price);
      for (const time of times) expect(words(one(element, '.more-time').textContent)).to.contain(time);
    });

    it('the checkout shows how long a network takes', async () => {
      const element = await openIn(lang);
      const coin = all(element, '[role=option]').find(({ innerText }) => innerText.includes('USDT'));
      coin?.click();
      await settled(element);
      const networksOfCoin = all(element, '[role=option]').map(({ innerText }) => words(innerText));
      expect(networksOfCoin.join(' | ')).to.match(minutes);
    });

    it('the staff see sums, shares and a period', async () => {
      const { element } = await openStaff('crypto-merchant-statistics', {}, { locale: lang });
      await until(() => words(shown(element)).includes(usd), 'the statistics are shown in the language');
      const text = words(shown(element));
      expect(text).to.contain(usd).and.to.contain('77,5%').and.to.match(period);
    });

    it('sentences have their plural, alternatives and moments', () => {
      const days = plural(lang, { one: '# one', other: '# other' });
      expect([1, 12_345].map((count) => words(days(count)))).to.deep.equal(['1 one', '12 345 other']);
      const format = dateFormat(lang, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
      expect(format.format(new Date('2026-11-21T12:00:00Z'))).to.match(moment);
      expect(eitherOf(['Ethereum', 'Base', 'OP Mainnet'], lang)).to.equal(networks);
    });
  });
}
