export const CONTROL_PATH = '/_sandbox';
/** Followed by the invoice id: the `link` of an invoice. */
export const PAYMENT_PAGES = `${CONTROL_PATH}/pay`;

export const CREATE_PATH = '/v2/invoice/create';
export const INFO_PATH = '/v2/invoice/merchant/info';
export const CANCEL_PATH = '/v2/invoice/merchant/canceled';
export const LIST_PATH = '/v2/invoice/merchant/list';
export const STATISTICS_PATH = '/v2/invoice/merchant/statistics';
export const BALANCES_PATH = '/v2/merchant/wallet/balance/all';
export const OPEN_WALLET_PATH = '/v2/invoice/static/create';
export const LIST_WALLETS_PATH = '/v2/invoice/static/list';
export const WITHDRAW_PATH = '/v2/invoice/api/out/create';

/** Service doc, "Endpoints". */
export const ENDPOINT_PATHS: readonly string[] = [
  CREATE_PATH,
  INFO_PATH,
  CANCEL_PATH,
  LIST_PATH,
  STATISTICS_PATH,
  BALANCES_PATH,
  OPEN_WALLET_PATH,
  LIST_WALLETS_PATH,
  WITHDRAW_PATH,
];

/** The endpoints whose responses can be stale. */
export const STALE_PATHS: readonly string[] = [INFO_PATH, LIST_PATH, STATISTICS_PATH, BALANCES_PATH];
