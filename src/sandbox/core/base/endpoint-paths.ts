export const CONTROL_PATH = '/_sandbox';
/** Prefix of the `link` of an invoice, followed by its id. */
export const PAYMENT_PAGES = `${CONTROL_PATH}/pay`;

/** Service doc, "Endpoints". */
export const PATHS = {
  create: '/v2/invoice/create',
  info: '/v2/invoice/merchant/info',
  cancel: '/v2/invoice/merchant/canceled',
  list: '/v2/invoice/merchant/list',
  statistics: '/v2/invoice/merchant/statistics',
  balances: '/v2/merchant/wallet/balance/all',
  openWallet: '/v2/invoice/static/create',
  listWallets: '/v2/invoice/static/list',
  withdraw: '/v2/invoice/api/out/create',
} as const;

export const ENDPOINT_PATHS: readonly string[] = Object.values(PATHS);

/** The endpoints whose responses can be stale. */
export const STALE_PATHS: readonly string[] = [PATHS.info, PATHS.list, PATHS.statistics, PATHS.balances];
