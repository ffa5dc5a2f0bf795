import { expect } from '@open-wc/testing';
import {
  toCurrencyOptions,
  keyOf,
  rowGroups,
  searchOptions,
  sortByUse,
} from '../../src/elements/crypto-currency-picker/currency-options.js';
import { readRecent, saveRecent } from '../../src/elements/crypto-currency-picker/recent.js';
import { CURRENCY_CODES } from '../../src/payment/currencies.js';
import { offersOf } from '../../stories/fixtures.js';
import { storageWith } from './currency-picker-support.js';

const ALL = toCurrencyOptions(offersOf(...CURRENCY_CODES), []);
const found = (query: string) => searchOptions(ALL, query).map(({ currency }) => currency.code);

describe('the search of the picker', () => {
  it('knows names, symbols, networks, and the terms of wallets and exchanges', () => {
    expect(found('tether')[0]).to.equal('USDT_ARB');
    expect(found('Gram')).to.deep.equal(['TON']);
    expect(found('open network')).to.deep.equal(['TON', 'USDT_TON', 'XAUT_TON']);
    expect(found('bep20')).to.deep.equal(found('BEP-20'));
    expect(found('bep20')).to.deep.equal(['BNB', 'USDT_BSC', 'USDC_BSC', 'DAI_BSC', 'PEPE_BSC', 'SHIB_BSC']);
    for (const query of ['usdt trc20', 'TRC-20 tether', 'USDT_TRC20', 'usdt-trc20', '  Usdt   tron '])
      expect(found(query), query).to.deep.equal(['USDT_TRC20']);
    expect(found('doge')).to.deep.equal([]);
  });

  it('finds every currency by its code, and by its symbol with its network', () => {
    for (const { currency } of ALL) {
      const { code, symbol, network } = currency;
      expect(found(code)).to.include(code);
      expect(found(`${network.name} ${symbol}`)).to.include(code);
    }
  });

  it('lists matches at the beginning first', () => {
    expect(found('sol')[0]).to.equal('SOL');
    expect(found('arb')[0]).to.equal('ARB_ARB');
  });
});

describe('the rows of the picker', () => {
  it('hold every currency once, stablecoins first', () => {
    const groups = rowGroups(ALL, { query: '', coin: null, recent: [], isShopOrder: false });
    expect(groups.map(({ heading }) => heading)).to.deep.equal(['stablecoins', 'otherCoins']);
    const codes = groups.flatMap(({ rows }) =>
      rows
        .flatMap((row) => (row.kind === 'coin' ? row.coin.options : []))
        .map(({ currency }) => currency.code),
    );
    expect([...codes].sort()).to.deep.equal([...CURRENCY_CODES].sort());
  });

  it('are those of the offers, narrowed by the page if that leaves any', () => {
    const codes = (offers: readonly ('BTC' | 'LTC')[], wanted: readonly string[]) =>
      toCurrencyOptions(offersOf(...offers), wanted).map(({ currency }) => currency.code);
    expect(codes(['BTC', 'LTC'], ['LTC', 'SOL'])).to.deep.equal(['LTC']);
    expect(codes(['BTC', 'LTC'], ['DOGE'])).to.deep.equal(['BTC', 'LTC']);
    expect(codes([], ['LTC', 'DOGE', 'LTC'])).to.deep.equal(['LTC']);
    expect(codes([], [])).to.deep.equal([]);
  });

  it("are in the shop's order if it has set one", () => {
    const shownFor = (...wanted: readonly string[]) =>
      rowGroups(toCurrencyOptions(offersOf(...CURRENCY_CODES), wanted), {
        ...{ query: '', coin: null, recent: [], isShopOrder: wanted.length > 0 },
      }).flatMap(({ rows }) => rows.map(keyOf));
    expect(shownFor('LTC', 'USDT_TRC20', 'BTC')).to.deep.equal(['LTC', 'USDT_TRC20', 'BTC']);
    expect(shownFor('SOL', 'USDC_BSC', 'USDT_TRC20', 'BTC', 'USDC_SOL', 'LTC')).to.deep.equal([
      ...['SOL', 'BTC', 'LTC', 'USDC', 'USDT'],
    ]);
    expect(shownFor()[0]).to.equal('USDT');
  });
});

describe('the networks of a coin', () => {
  const codes = (options: ReturnType<typeof sortByUse>) => options.map(({ currency }) => currency.code);

  it('begin with the most used ones', () => {
    const sorted = codes(sortByUse(ALL));
    expect(sorted.filter((code) => code.startsWith('USDT'))).to.deep.equal([
      ...['USDT_TRC20', 'USDT_ERC20', 'USDT_BSC', 'USDT_SOL', 'USDT_ARB', 'USDT_TON', 'USDT_OPT'],
    ]);
    expect(sorted.filter((code) => code.startsWith('USDC'))[0]).to.equal('USDC_ERC20');
  });

  it('change places only with each other: the coins keep their order, and none is lost', () => {
    const symbols = (options: typeof ALL) => [...new Set(options.map(({ currency }) => currency.symbol))];
    expect(symbols(sortByUse(ALL))).to.deep.equal(symbols(ALL));
    expect([...codes(sortByUse(ALL))].sort()).to.deep.equal([...CURRENCY_CODES].sort());
  });
});

describe('recently used currencies', () => {
  it('are the last three, the latest first, under one key', () => {
    const { storage, written } = storageWith();
    for (const code of ['BTC', 'LTC', 'SOL', 'BTC', 'TON'] as const) saveRecent(code, storage);
    expect(readRecent(storage)).to.deep.equal(['TON', 'BTC', 'SOL']);
    expect(new Set(written.map(([key]) => key))).to.deep.equal(new Set(['crypto-checkout:recent']));
  });

  it('are only known codes of the stored text', () => {
    const stored = {
      '': [],
      '["BTC"]': [],
      '__proto__ constructor <img src=x onerror=alert(1)> BTC': ['BTC'],
      'BTC BTC BTC LTC SOL TON': ['BTC', 'LTC', 'SOL'],
      [`${'x'.repeat(5_000_000)} BTC`]: [],
    };
    for (const [text, codes] of Object.entries(stored))
      expect(readRecent(storageWith(text).storage)).to.deep.equal(codes);
  });

  it('are none if storage is blocked or full, without a warning', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    expect(readRecent({ getItem: blocked, setItem: blocked })).to.deep.equal([]);
    saveRecent('BTC', { getItem: () => 'LTC', setItem: blocked });
  });

  it('are stored in the browser if the page passes no storage', () => {
    localStorage.removeItem('crypto-checkout:recent');
    saveRecent('LTC', null);
    expect(localStorage.getItem('crypto-checkout:recent')).to.equal('LTC');
    expect(readRecent(null)).to.deep.equal(['LTC']);
    localStorage.removeItem('crypto-checkout:recent');
  });
});
