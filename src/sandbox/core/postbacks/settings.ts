import { field, type JsonFields, oneOf, optionalBoolean, optionalText, parseWebUrl } from '../base/fields.js';

/**
 * `json` and `form` are published: always `success`, with `invoice_info`. `form-python` is the form body that third-party
 * receivers expect: `invoice_info` as text of a Python dictionary, the token as `b'…'`. The last two have the status of
 * the invoice and no `invoice_info`.
 */
export const POSTBACK_FORMATS = ['json', 'form', 'form-python', 'json-status', 'form-status'] as const;
export type PostbackFormat = (typeof POSTBACK_FORMATS)[number];

/** Settings that the control API can change. */
export interface PostbackSettings {
  /** `null`: none are sent. */
  readonly url: string | null;
  /** Sends postbacks also when an invoice becomes paid, partial, overpaid or canceled, not only for deposits. */
  readonly invoices: boolean;
  readonly format: PostbackFormat;
}

/** Runs `work` later, unless the returned function is called before. */
export type Timer = (work: () => void, afterMs: number) => () => void;

export interface PostbackOptions {
  /** URL of the receiver. Default: no postbacks. */
  readonly postbackUrl?: string;
  /** Sends postbacks for invoices too. Default: `false`. */
  readonly postbackInvoices?: boolean;
  /** Default: `json`. */
  readonly postbackFormat?: PostbackFormat;
  /** Signs the `token` of a postback. Default: no token. */
  readonly postbackSecret?: string;
  /** Sends the postbacks. Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Real-time timer for retries and timeouts. Default: `setTimeout`. */
  readonly timer?: Timer;
}

export function parsePostbackSettings(options: PostbackOptions): PostbackSettings {
  const { postbackUrl, postbackInvoices = false, postbackFormat = 'json' } = options;
  return { url: parseUrl(postbackUrl), invoices: postbackInvoices, format: parseFormat(postbackFormat) };
}

/** Returns the changed settings. Omitted fields keep their value; an empty `url` stops postbacks. @throws {RequestError} */
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
