/** A script that the proxy serves to pages, as the build packs it into `dist/elements-files.js`. */
export interface ElementsFile {
  /**
   * Below the base path: `elements.js` and `elements/<name>-<hash>.js`; for the shop's staff, `merchant-elements.js` and
   * `merchant-elements/<name>-<hash>.js`.
   */
  readonly name: string;
  /**
   * Purpose of the script. Pages can preload `currency-choice` for any element, `drawings` for the currency choice, and
   * `payment-steps` for a payment. The page of the command `desk` uses `desk`.
   */
  readonly role:
    | 'entry'
    | 'currency-choice'
    | 'drawings'
    | 'payment-steps'
    | 'locale'
    | 'page'
    | 'desk'
    | 'other';
  /** Content, compressed by brotli, in base64. */
  readonly brotli: string;
  /** Hash for Subresource Integrity. */
  readonly integrity: string;
}
