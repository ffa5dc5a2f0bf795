/** The options of the page's forms. The sandbox serves this module: see `core/page/assets.ts`. */
export const CHOICES: {
  readonly fiatCodes: readonly string[];
  readonly currencyCodes: readonly string[];
  readonly faults: readonly { readonly kind: string; readonly hint: string }[];
  readonly endpoints: readonly string[];
  /** The endpoints that the fault `stale` applies to. */
  readonly staleEndpoints: readonly string[];
  readonly postbackFormats: readonly string[];
  readonly statuses: readonly string[];
};
