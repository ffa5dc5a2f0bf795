import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CurrencyCode } from '../../src/payment/index.js';
import {
  chainId,
  CURRENCY_CODES,
  currencyOf,
  isConfirmed,
  tokenContract,
  WALLET_NAMES,
  walletLinks,
} from '../../src/payment/index.js';
import { addressOf, HOSTILE_ADDRESSES, payments, REFUSED_AMOUNTS } from './payment-fixtures.js';
import { readStandardUri } from './reference-uri-parser.js';

const linksOf = (code: CurrencyCode, amount = '1.5') =>
  Object.fromEntries(
    walletLinks(code, { address: addressOf(code), amount }).map(({ wallet, href }) => [wallet, href]),
  );

const ETHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TON = 'UQCKhieGGl3ZbJ2zzggHsSLaXtRzk0znVopbSxw2HLsorhqg';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const JETTON = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

test('ether opens in MetaMask with the amount in wei, and in Trust Wallet with the amount in ether', () => {
  assert.deepEqual(linksOf('ETH_BASE'), {
    metamask: `https://link.metamask.io/send/${ETHER}@8453?value=1500000000000000000`,
    trust: `https://link.trustwallet.com/send?asset=c8453&address=${ETHER}&amount=1.5`,
  });
});

test('a token on Ethereum names its contract, its chain and the recipient', () => {
  assert.deepEqual(linksOf('USDT_ERC20'), {
    metamask: `https://link.metamask.io/send/${USDT}@1/transfer?address=${ETHER}&uint256=1500000`,
    trust: `https://link.trustwallet.com/send?asset=c60_t${USDT}&address=${ETHER}&amount=1.5`,
  });
});

test('TON and its dollar open in Keeper, amounts in the smallest unit', () => {
  assert.deepEqual(linksOf('TON'), {
    keeper: `https://app.keeperwallet.com/transfer/${TON}?amount=1500000000`,
    trust: `https://link.trustwallet.com/send?asset=c607&address=${TON}&amount=1.5`,
  });
  assert.deepEqual(linksOf('USDT_TON'), {
    keeper: `https://app.keeperwallet.com/transfer/${TON}?jetton=${JETTON}&amount=1500000`,
    trust: `https://link.trustwallet.com/send?asset=c607_t${JETTON}&address=${TON}&amount=1.5`,
  });
});

test('bitcoin, litecoin, SOL and TRON open in Trust Wallet', () => {
  const assets = { BTC: 'c0', LTC: 'c2', SOL: 'c501', TRX: 'c195' } as const;
  for (const code of ['BTC', 'LTC', 'SOL', 'TRX'] as const) {
    const query = `asset=${assets[code]}&address=${addressOf(code)}&amount=1.5`;
    assert.deepEqual(linksOf(code), { trust: `https://link.trustwallet.com/send?${query}` });
  }
  const asset = 'c195_tTR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  assert.equal(
    linksOf('USDT_TRC20')['trust'],
    `https://link.trustwallet.com/send?asset=${asset}&address=${addressOf('TRX')}&amount=1.5`,
  );
});

test('the most common wallet comes first', () => {
  for (const code of CURRENCY_CODES) {
    const order = walletLinks(code, { address: addressOf(code), amount: '1' }).map(({ wallet }) => wallet);
    assert.deepEqual(
      order,
      Object.keys(WALLET_NAMES).filter((wallet) => order.some((each) => each === wallet)),
    );
  }
});

test('there is no link if contract or decimals are not confirmed', () => {
  const without = CURRENCY_CODES.filter((code) => Object.keys(linksOf(code)).length === 0);
  for (const code of ['USDT_OPT', 'USDD_TRC20', 'XAUT_TON', 'PEPE_BSC'] as const)
    assert.ok(without.includes(code) && !isConfirmed(code), code);
});

test('there is no link for tokens on Solana: a wallet has read an amount as a thousand times as much', () => {
  for (const code of ['USDT_SOL', 'USDC_SOL', 'PYUSD_SOL', 'TRUMP_SOL'] as const)
    assert.deepEqual(linksOf(code), {});
});

test('every other currency has at least one', () => {
  for (const code of CURRENCY_CODES.filter((each) => isConfirmed(each) && !/_SOL$/.test(each)))
    assert.notDeepEqual(linksOf(code), {}, code);
});

test('amounts that MetaMask would read as an exponent get no link to it', () => {
  assert.ok(linksOf('USDT_BSC', '999.999999999999999999')['metamask']?.endsWith('=999999999999999999999'));
  assert.deepEqual(Object.keys(linksOf('USDT_BSC', '1000')), ['trust']);
});

test('every link leads to the wallet’s own host, over https, with the same recipient and amount', () => {
  const hosts = {
    metamask: 'link.metamask.io',
    trust: 'link.trustwallet.com',
    keeper: 'app.keeperwallet.com',
  } as const;
  for (const code of CURRENCY_CODES) {
    fc.assert(
      fc.property(payments(code), ({ address, amount, units }) => {
        for (const { wallet, href } of walletLinks(code, { address, amount })) {
          const url = new URL(href);
          assert.equal(url.origin, `https://${hosts[wallet]}`);
          assert.equal(url.href, href);
          assert.doesNotMatch(href, /[,#]|\d[eE][+\d]*$/);
          if (wallet === 'trust') {
            assert.equal(url.searchParams.get('address'), address);
            assert.equal(url.searchParams.get('amount'), amount);
            continue;
          }
          // The part after the host is the request of the standard.
          const scheme = wallet === 'metamask' ? 'ethereum:' : 'ton://transfer/';
          const rest = href.slice(
            url.origin.length + (wallet === 'metamask' ? '/send/' : '/transfer/').length,
          );
          const token = tokenContract(code);
          assert.deepEqual(readStandardUri(scheme + rest), {
            recipient: address,
            baseUnits: String(units),
            ...(token !== null && { token }),
            ...(wallet === 'metamask' && { chainId: chainId(code) }),
          });
        }
      }),
      { numRuns: 50 },
    );
  }
});

test('Trust Wallet knows every network by an id of its own', () => {
  const ids = new Map<string, string>();
  for (const code of CURRENCY_CODES) {
    const asset = new URL(linksOf(code)['trust'] ?? 'https://none.test').searchParams.get('asset');
    if (asset !== null) ids.set(currencyOf(code).network.key, asset.replace(/_t.*/, ''));
  }
  assert.equal(new Set(ids.values()).size, 10);
});

test('there is no link for text with other characters than an address', () => {
  for (const code of CURRENCY_CODES) {
    for (const address of HOSTILE_ADDRESSES)
      assert.deepEqual(walletLinks(code, { address, amount: '1' }), [], `${code} ${address}`);
  }
});

test('an amount that cannot be paid is rejected', () => {
  for (const [amount, code] of REFUSED_AMOUNTS)
    assert.throws(() => walletLinks('BTC', { address: addressOf('BTC'), amount }), { code });
});
