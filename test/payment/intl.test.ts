import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIAT_CODES } from '../../src/payment/index.js';
import { dateFormat, eitherOf, numberFormat, SUBSTITUTES } from '../../src/payment/intl.js';

const NUMBERS = [0, 0.5, 1, 2, 5, 21, 999, 1234, 12_345.6, 1_234_567.891, -1234.5] as const;
const SHARES = [0, 0.001, 0.123, 0.775, 1, 12.345, -0.5] as const;
const TIMES = [
  '2026-01-01T00:00:00Z',
  '2026-11-02T03:04:05Z',
  '2026-11-22T14:12:00Z',
  '2027-03-31T23:59:59Z',
];
const NAMES = ['Ethereum', 'Arbitrum One', 'Base', 'OP Mainnet'];

const UTC = { timeZone: 'UTC' } as const;
const CLOCKS = [{ timeStyle: 'short' }, { timeStyle: 'medium' }] as const;
const MOMENT = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const IN_DIGITS = { day: '2-digit', month: '2-digit' } as const;

// Node has the data of every language.
for (const [lang, formats] of Object.entries(SUBSTITUTES)) {
  describe(`where a browser lacks ${lang}, its own conventions hold for`, () => {
    it('prices in every currency', () => {
      for (const currency of FIAT_CODES) {
        for (const options of [{}, { maximumFractionDigits: 20 }, { minimumFractionDigits: 2 }]) {
          const own = new Intl.NumberFormat(lang, { style: 'currency', currency, ...options });
          const format = formats.number({ style: 'currency', currency, ...options });
          for (const amount of NUMBERS) assert.equal(format(amount), own.format(amount));
          assert.equal(format('9007199254740993.01'), own.format('9007199254740993.01'));
        }
      }
    });

    it('numbers and percentages', () => {
      const own = new Intl.NumberFormat(lang);
      for (const value of NUMBERS) assert.equal(formats.number({})(value), own.format(value));
      const options = { style: 'percent', maximumFractionDigits: 1 } as const;
      const ownShare = new Intl.NumberFormat(lang, options);
      for (const share of SHARES) assert.equal(formats.number(options)(share), ownShare.format(share));
    });

    it('hours and minutes', () => {
      for (const unit of ['hour', 'minute']) {
        for (const unitDisplay of [undefined, 'short'] as const) {
          const options = { style: 'unit', unit, unitDisplay } as const;
          const own = new Intl.NumberFormat(lang, options);
          for (const count of NUMBERS) assert.equal(formats.number(options)(count), own.format(count));
        }
      }
    });

    it('dates, in digits, and times', () => {
      for (const time of TIMES.map((iso) => new Date(iso))) {
        for (const clock of CLOCKS) {
          const own = new Intl.DateTimeFormat(lang, { ...clock, ...UTC });
          assert.equal(formats.date({ ...clock, ...UTC }).format(time), own.format(time));
        }
        for (const options of [MOMENT, { ...MOMENT, year: 'numeric' }] as const) {
          const own = new Intl.DateTimeFormat(lang, { ...options, ...IN_DIGITS, ...UTC });
          assert.equal(formats.date({ ...options, ...UTC }).format(time), own.format(time));
        }
        const day = new Intl.DateTimeFormat(lang, { ...DAY, ...IN_DIGITS, ...UTC });
        for (const end of TIMES.map((iso) => new Date(iso)).filter((each) => each >= time))
          assert.equal(formats.date({ ...DAY, ...UTC }).formatRange(time, end), day.formatRange(time, end));
      }
    });

    it('alternatives', () => {
      const own = new Intl.ListFormat(lang, { type: 'disjunction' });
      for (const length of [0, 1, 2, 3, 4]) {
        const names = NAMES.slice(0, length);
        assert.equal(formats.either(names), own.format(names));
      }
    });
  });
}

describe('where the data of a language is there', () => {
  it('it is used', () => {
    const november = new Date('2026-11-22T14:12:00Z');
    for (const lang of ['kk', 'kk-KZ', 'uz', 'uz-Latn-UZ', 'ru', 'en', 'ar']) {
      const own = new Intl.DateTimeFormat(lang, { ...MOMENT, ...UTC });
      assert.equal(dateFormat(lang, { ...MOMENT, ...UTC }).format(november), own.format(november));
      assert.equal(numberFormat(lang)(1234.5), new Intl.NumberFormat(lang).format(1234.5));
      const list = new Intl.ListFormat(lang, { type: 'disjunction' });
      assert.equal(eitherOf(NAMES, lang), list.format(NAMES));
    }
    assert.equal(numberFormat(undefined)(1234.5), new Intl.NumberFormat().format(1234.5));
  });
});
