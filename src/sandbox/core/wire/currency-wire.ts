import { type Currency, CURRENCY_CODES, type NetworkKey } from '../../../payment/index.js';

/** A host name that never resolves (RFC 2606), so that no page loads an icon. */
const ICONS = 'https://sandbox.invalid/icons';

/** Code, as in the suffix of currency codes, and id of each network. */
const NETWORKS: Readonly<Record<NetworkKey, readonly [string, number]>> = {
  bitcoin: ['BTC', 1],
  litecoin: ['LTC', 2],
  tron: ['TRC20', 3],
  solana: ['SOL', 4],
  ton: ['TON', 5],
  bsc: ['BSC', 6],
  ethereum: ['ERC20', 7],
  arbitrum: ['ARB', 8],
  base: ['BASE', 9],
  optimism: ['OPT', 10],
};

/** The Currency object of an invoice. */
export function currencyToWire(currency: Currency): object {
  const { symbol, code, name } = currency;
  const network = networkToWire(currency);
  return { id: orderOf(currency), code: symbol, fullcode: code, name, network, ...commonOf(currency) };
}

/** The Currency object of a balance and of a static wallet: `code` is the full code. */
export function fundsCurrencyToWire(currency: Currency): object {
  const { symbol, code, name } = currency;
  const network = networkToWire(currency);
  const head = { id: orderOf(currency), code, short_code: symbol, name, obj_network: network };
  return { ...head, ...commonOf(currency), enable: true };
}

/** An entry of the `currency_list` of a withdrawal: `network` is an array. */
export function currencySummaryToWire(currency: Currency): object {
  const { symbol, code, name } = currency;
  const { icon_network: _, ...common } = commonOf(currency);
  return { code: symbol, fullcode: code, name, ...common, network: [networkToWire(currency)] };
}

function commonOf(currency: Currency) {
  const { symbol, network, stablecoin } = currency;
  return {
    is_email_required: false,
    stablecoin,
    icon_base: `${ICONS}/${symbol}.svg`,
    icon_network: networkIcon(network.key),
    icon_qr: `${ICONS}/qr/${symbol}.svg`,
    order: orderOf(currency),
  };
}

function orderOf({ code }: Currency): number {
  return CURRENCY_CODES.indexOf(code) + 1;
}

function networkToWire({ network }: Currency): object {
  const [code, id] = NETWORKS[network.key];
  return { code, id, icon: networkIcon(network.key), fullname: network.name };
}

function networkIcon(key: NetworkKey): string {
  return `${ICONS}/network/${NETWORKS[key][0]}.svg`;
}
