import { field, type JsonFields, oneOf, optionalBoolean, optionalText, parseWebUrl } from '../base/fields.js';

/**
 * Formats of a postback body.
 *
 * - `json`, `form`: as published, with the status `success` and `invoice_info`
 * - `form-python`: as third-party receivers expect, with `invoice_info` as a Python dictionary and the token as `b'…'`
 * - `json-status`, `form-status`: with the status of the invoice, without `invoice_info`
 */
export const POSTBACK_FORMATS = ['json', 'form', 'form-python', 'json-status', 'form-status'] as const;
export type PostbackFormat = (typeof POSTBACK_FORMATS)[number];

/** Settings that the control API can change. */
export interface PostbackSettings {
  /** `null` sends no postbacks. */
  readonly url: string | null;
  /** Whether to send a postback for an invoice that becomes paid, partial, overpaid or canceled, not only for deposits. */
  readonly invoices: boolean;
  readonly format: PostbackFormat;
}

/** Runs `work` after a delay, unless the returned function is called before. */
export type Timer = (work: () => void, afterMs: number) => () => void;

export interface PostbackOptions {
  /** URL of the receiver. Default: no postbacks. */
  readonly postbackUrl?: string;
  /** Whether to send postbacks for invoices too. Default: `false`. */
  readonly postbackInvoices?: boolean;
  /** Default: `json`. */
  readonly postbackFormat?: PostbackFormat;
  /** Secret that signs the `token` of a postback. Default: no token. */
  readonly postbackSecret?: string;
  /** Function that sends postbacks. Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Real-time timer for retries and timeouts. Default: `setTimeout`. */
  readonly timer?: Timer;
}

export function parsePostbackSettings(options: PostbackOptions): PostbackSettings {
  const { postbackUrl, postbackInvoices = false, postbackFormat = 'json' } = options;
  return { url: parseUrl(postbackUrl), invoices: postbackInvoices, format: parseFormat(postbackFormat) };
}

/** Returns the changed settings. Keeps the value of omitted fields. An empty `url` disables postbacks. @throws {RequestError} */
export function changedSettings(fields: JsonFields, present: PostbackSettings): PostbackSettings {
  const url = optionalText(fields, 'url');
  return {
    url: url === undefined ? present.url : parseUrl(url),
    invoices: optionalBoolean(fields, 'invoices') ?? present.invoices,
    format: parseFormat(field(fields, 'format') ?? present.format),
  };
}

const parseUrl = (text: string | undefined) => parseWebUrl('the postback URL', text);
const parseFormat = (text: unknown) => oneOf('the postback format', text, POSTBACK_FORMATS);
