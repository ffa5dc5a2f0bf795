/** The target of the suite. */
export interface Settings {
  /** Without a trailing slash; `null`: start a sandbox. */
  readonly url: string | null;
  readonly apiKey: string;
  /** `null`: not set, so sentences that need it are not testable. */
  readonly withdrawalKey: string | null;
  readonly shopId: string;
  readonly allowWallets: boolean;
  /** The only allowed withdrawal. */
  readonly withdrawal: {
    readonly currency: string;
    readonly address: string;
    readonly amount: string;
  } | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

const OWN_SANDBOX: Settings = {
  url: null,
  apiKey: 'conformance-key',
  withdrawalKey: 'conformance-withdrawal-key',
  shopId: 'conformance-shop',
  allowWallets: true,
  withdrawal: null,
};

/** From the variables that the runner sets and has checked. @throws {Error} when one of them is missing */
export function readSettings(variables: Variables): Settings {
  const url = variables['CRYPTO_CHECKOUT_SERVICE_URL'];
  if (!url) return OWN_SANDBOX;
  return {
    url: url.replace(/\/+$/, ''),
    apiKey: required(variables, 'CRYPTO_CHECKOUT_API_KEY'),
    withdrawalKey: variables['CRYPTO_CHECKOUT_WITHDRAWAL_KEY'] || null,
    shopId: required(variables, 'CRYPTO_CHECKOUT_SHOP_ID'),
    allowWallets: variables['CONFORMANCE_ALLOW_WALLETS'] === '1',
    withdrawal: readWithdrawal(variables['CONFORMANCE_WITHDRAWAL']),
  };
}

function required(variables: Variables, name: string): string {
  const value = variables[name];
  if (value) return value;
  throw new Error(`${name} is not set: start the suite with npm run conformance`);
}

function readWithdrawal(text: string | undefined): Settings['withdrawal'] {
  const [, currency, address, amount] = /^([^:]+):(.+):([^:]+)$/.exec(text ?? '') ?? [];
  return currency && address && amount ? { currency, address, amount } : null;
}
