// The minimum: no checkout can be faster than this.
import { page, publishBundle, script, type Subject } from './subject.js';

/** Twenty coins. */
const COINS = [
  ...[
    'Bitcoin BTC',
    'Ethereum ETH',
    'Tether USDT',
    'USD Coin USDC',
    'Solana SOL',
    'TRON TRX',
    'Litecoin LTC',
  ],
  ...[
    'Dogecoin DOGE',
    'BNB BNB',
    'Gram GRAM',
    'Dai DAI',
    'PayPal USD PYUSD',
    'Tether Gold XAUT',
    'Polygon POL',
  ],
  ...['Monero XMR', 'Dash DASH', 'Zcash ZEC', 'Avalanche AVAX', 'Arbitrum ARB', 'Optimism OP'],
].map((text) => {
  const [, name = '', code = ''] = /^(.*) (\w+)$/.exec(text) ?? [];
  return { name, code };
});

const ROWS = COINS.map(
  ({ name, code }) => `<li role="option"><span class="name">${name}</span> ${code}</li>`,
).join('');

/** A page, its script, and rows from one JSON unless the page has them already. */
const floor = (name: string, main: string): Subject => ({
  name,
  shows: 'coins',
  async publish(shop) {
    shop.publish('/floor/coins.json', JSON.stringify(COINS));
    const html = page(script(await publishBundle(shop, name)), main);
    return () => html;
  },
});

export const FLOORS: readonly Subject[] = [
  floor('floor', ''),
  floor('floor-lit', '<floor-rows></floor-rows>'),
  floor('floor-rendered', `<ul>${ROWS}</ul>`),
];
