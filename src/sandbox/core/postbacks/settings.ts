import type { JsonFields } from '../base/fields.js';
import {
  field,
  optionalBoolean,
  optionalText,
  RequestError,
  formatValue,
  webAddress,
} from '../base/fields.js';

/**
 * `json` and `form` are the published form: always `success`, with `invoice_info`. `form-python` is the form body as
 * third-party receivers know it: `invoice_info` as Python's text of a dictionary, the token wrapped as `b'…'`. The last
 * two have the status of the invoice itself and no `invoice_info`.
 */
export const POSTBACK_FORMATS = ['json', 'form', 'form-python', 'json-status', 'form-status'] as const;
export type PostbackFormat = (typeof POSTBACK_FORMATS)[number];

/** What may be changed while the sandbox runs. */
export interface PostbackSettings {
  /** `null`: none are sent. */
  readonly url: string | null;
  /** Also when an invoice becomes paid, partial, overpaid or canceled; else only for money in static wallets. */
  readonly invoices: boolean;
  readonly format: PostbackFormat;
}

/** Runs `work` later, unless the function that it gives is called before. */
export type Timer = (work: () => void, afterMs: number) => () => void;

/** Options of a sandbox. */
export interface PostbackOptions {
  /** Where postbacks go; without it, or when empty, none are sent. */
  readonly postbackUrl?: string;
  /** Postbacks for invoices too; `false` unless set. */
  readonly postbackInvoices?: boolean;
  /** `json` unless set. */
  readonly postbackFormat?: PostbackFormat;
  /** Signs the `token` of a postback; without it, or when empty, there is none. */
  readonly postbackSecret?: string;
  /** Carries the postbacks; the platform's own unless set. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Real time, for pauses and deadlines of postbacks; the platform's own unless set. */
  readonly timer?: Timer;
}

/** @throws {RequestError} */
export function parsePostbackSettings(options: PostbackOptions): PostbackSettings {
  const { postbackUrl, postbackInvoices = false, postbackFormat = 'json' } = options;
  return { url: parseUrl(postbackUrl), invoices: postbackInvoices, format: parseFormat(postbackFormat) };
}

/** What is left out stays as it is; an empty `url` ends the sending. @throws {RequestError} */
export function changedSettings(fields: JsonFields, present: PostbackSettings): PostbackSettings {
  const url = optionalText(fields, 'url');
  return {
    url: url === undefined ? present.url : parseUrl(url),
    invoices: optionalBoolean(fields, 'invoices') ?? present.invoices,
    format: parseFormat(field(fields, 'format') ?? present.format),
  };
}

function parseUrl(text: string | undefined): string | null {
  return webAddress('the postback url', text);
}

/** @throws {RequestError} */
function parseFormat(text: unknown): PostbackFormat {
  const format = POSTBACK_FORMATS.find((name) => name === text);
  if (format) return format;
  throw new RequestError(
    `the postback format is ${formatValue(text)}. Send one of ${POSTBACK_FORMATS.join(', ')}.`,
  );
}
