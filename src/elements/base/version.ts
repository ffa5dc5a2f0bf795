/** Put in by the build, from package.json. */
declare const CRYPTO_CHECKOUT_VERSION: string;

/** Of the package; for the details that a payer sends to the shop, and for copies that meet on a page. */
export const VERSION =
  typeof CRYPTO_CHECKOUT_VERSION === 'undefined' ? '0.0.0-source' : CRYPTO_CHECKOUT_VERSION;
