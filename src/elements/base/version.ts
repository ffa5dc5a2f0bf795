/** Replaced by the build, from package.json. */
declare const CRYPTO_CHECKOUT_VERSION: string;

/** Version of the package, for the support details and for several copies on one page. */
export const VERSION =
  typeof CRYPTO_CHECKOUT_VERSION === 'undefined' ? '0.0.0-source' : CRYPTO_CHECKOUT_VERSION;
