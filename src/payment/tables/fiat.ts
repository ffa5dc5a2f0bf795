// Written by .config/currencies/generate.ts: never edit by hand.
/** The currencies that a price may be stated in, in the order of the service document. */
export const FIAT_CODES = [
  'USD',
  'UZS',
  'KGS',
  'KZT',
  'AMD',
  'AZN',
  'BYN',
  'AUD',
  'TRY',
  'AED',
  'CAD',
  'CNY',
  'HKD',
  'IDR',
  'INR',
  'JPY',
  'PHP',
  'SGD',
  'THB',
  'VND',
  'MYR',
  'RUB',
  'UAH',
  'EUR',
  'GBP',
] as const;

/** code: decimals by ISO 4217, where `Intl` gives fewer. */
export const MORE_THAN_INTL = { IDR: 2 } as const;

/** code: decimals by ISO 4217, where they are not two. */
export const OTHER_THAN_CENTS = { JPY: 0, VND: 0 } as const;
