/** "Currency code sets", copied from the document and not from our code: two readers find more than one. */

/** Fiat conversion codes for invoice creation. */
export const FIAT_CODES =
  `USD, UZS, KGS, KZT, AMD, AZN, BYN, AUD, TRY, AED, CAD, CNY, HKD, IDR, INR, JPY, PHP, SGD, THB, VND, MYR,
  RUB, UAH, EUR, GBP`.split(/,\s*/);

/** Payment currencies, and the withdrawal `currency_code`: the same set. */
export const PAYMENT_CODES =
  `BTC, LTC, TRX, SOL, TON, BNB, ETH, ETH_ARB, ETH_BASE, ETH_OPT, USDT_ARB, USDT_BSC, USDT_ERC20, USDT_OPT,
  USDT_SOL, USDT_TON, USDT_TRC20, USDC_ARB, USDC_BASE, USDC_BSC, USDC_ERC20, USDC_OPT, USDC_SOL, DAI_ARB,
  DAI_BASE, DAI_BSC, DAI_ERC20, DAI_OPT, USDD_TRC20, PYUSD_ERC20, PYUSD_SOL, XAUT_ERC20, XAUT_TON,
  ARB_ARB, OP_OPT, PEPE_BSC, PEPE_ERC20, SHIB_BSC, SHIB_ERC20, TRUMP_SOL`.split(/,\s*/);

/** Static wallets are unsupported on the TON network. */
export const TON_CODES = ['TON', 'USDT_TON', 'XAUT_TON'] as const;
export const WALLET_CODES = PAYMENT_CODES.filter((code) => !TON_CODES.some((ton) => ton === code));
