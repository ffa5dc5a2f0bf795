import type { Currency, FiatCode, NetworkKey } from '../../../payment/index.js';
import { exactAmount, isZeroAmount, plainAmount } from '../../../payment/index.js';

/** USD per unit. The rates are invented and constant. */
const USD_PER_FIAT: Readonly<Record<FiatCode, string>> = {
  USD: '1',
  UZS: '0.00008',
  KGS: '0.0114',
  KZT: '0.002',
  AMD: '0.0026',
  AZN: '0.588',
  BYN: '0.3',
  AUD: '0.65',
  TRY: '0.024',
  AED: '0.2723',
  CAD: '0.72',
  CNY: '0.14',
  HKD: '0.128',
  IDR: '0.00006',
  INR: '0.0113',
  JPY: '0.0065',
  PHP: '0.017',
  SGD: '0.77',
  THB: '0.031',
  VND: '0.000038',
  MYR: '0.24',
  RUB: '0.0125',
  UAH: '0.024',
  EUR: '1.16',
  GBP: '1.31',
};

const USD_PER_COIN: Readonly<Record<string, string>> = {
  BTC: '91234.56',
  LTC: '92.4',
  TRX: '0.2874',
  SOL: '141.37',
  TON: '1.62',
  BNB: '893.25',
  ETH: '3021.48',
  USDT: '1',
  USDC: '0.9998',
  DAI: '0.9997',
  USDD: '0.9985',
  PYUSD: '0.9996',
  XAUT: '4065.2',
  ARB: '0.2137',
  OP: '0.3142',
  PEPE: '0.00000457',
  SHIB: '0.00000842',
  TRUMP: '6.21',
};

/** Transfer fee per network, in USD. */
const TRANSFER_FEE_USD: Readonly<Record<NetworkKey, string>> = {
  bitcoin: '1.2',
  litecoin: '0.05',
  tron: '1',
  solana: '0.02',
  ton: '0.05',
  bsc: '0.1',
  ethereum: '0.8',
  arbitrum: '0.03',
  base: '0.03',
  optimism: '0.03',
};

/** Decimals of each factor, more than any rate here has. */
const SCALE = 18;
/** Decimals of a USD price, enough for the exact product of two factors. */
export const USD_DECIMALS = 2 * SCALE;

/** Converts decimal text to smallest units, rounded up: `toUnits('1.5', 6)` → `1500000n`. @throws {AmountError} */
export function toUnits(amount: string, decimals: number): bigint {
  return isZeroAmount(amount) ? 0n : BigInt(exactAmount(amount, decimals).baseUnits);
}

/** Converts smallest units to decimal text: `fromUnits(1500000n, 6)` → `'1.5'`. @throws {AmountError} above 36 digits */
export function fromUnits(units: bigint, decimals: number): string {
  return plainAmount(`${units}e-${decimals}`);
}

/** Returns the exact product, in units of `USD_DECIMALS`. */
export function fiatToUsd(amount: string, code: FiatCode): bigint {
  return toUnits(amount, SCALE) * toUnits(USD_PER_FIAT[code], SCALE);
}

/** Converts USD to a fiat currency, rounded up to the cent. */
export function usdToFiat(usd: string, code: FiatCode): string {
  return fromUnits(divideUp(toUnits(usd, SCALE + 2), toUnits(USD_PER_FIAT[code], SCALE)), 2);
}

export function unitsToUsd(units: bigint, currency: Currency): string {
  return fromUnits(units * usdPerCoin(currency), currency.decimals + SCALE);
}

/** Converts USD to the coin's smallest unit, rounded up. @param usd in units of `USD_DECIMALS` */
export function usdToUnits(usd: bigint, currency: Currency): bigint {
  return divideUp(usd * 10n ** BigInt(currency.decimals), usdPerCoin(currency) * 10n ** BigInt(SCALE));
}

export function transferFeeUnits(currency: Currency): bigint {
  return usdToUnits(toUnits(TRANSFER_FEE_USD[currency.network.key], USD_DECIMALS), currency);
}

export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function usdPerCoin(currency: Currency): bigint {
  const rate = USD_PER_COIN[currency.symbol];
  if (rate === undefined)
    throw new Error(`${currency.symbol} has no rate in the sandbox. Add one to USD_PER_COIN.`);
  return toUnits(rate, SCALE);
}
