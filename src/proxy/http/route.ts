import type { ProblemCode } from '../../protocol/index.js';
import type { ClientScope } from './rate-limiter.js';
import type { RouteHandler } from './request-context.js';

/** What a response contains: a type of the protocol, an event stream, text, a script, a page, or nothing. */
type Content =
  | 'Checkout'
  | 'DepositAddress'
  | 'RenderedCheckout'
  | 'SolanaTransfer'
  | 'Status'
  | 'TonManifest'
  | 'Attention'
  | 'AuditLog'
  | 'MerchantBalances'
  | 'MerchantEvent'
  | 'MerchantPaymentDetails'
  | 'MerchantPayments'
  | 'MerchantSession'
  | 'MerchantStatistics'
  | 'Payout'
  | 'Payouts'
  | 'events'
  | 'changes'
  | 'metrics'
  | 'script'
  | 'page'
  | 'image'
  | 'nothing';

export type Response = readonly [
  content: Content,
  description: string,
  headers?: Readonly<Record<string, string>>,
];

/** One method of one path: how it is handled, and its description in `openapi.json`. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Below the base path; also the label of its metrics. */
  readonly path: string;
  readonly handler: RouteHandler;
  /** Answers HEAD as well, without the body. */
  readonly hasHead?: true;
  /**
   * `page`: a POST needs an allowed `Origin`. `service`: a server, which sends none. `shop`: a server of the shop; a request
   * of a browser is refused. `operator`: also during shutdown. `browser`: a file that a tag loads, or a page that a payer
   * opens, also during shutdown. `staff`: a page of the shop's staff, as `page`, or a server, which sends no `Origin`: what
   * counts is the merchant session. `staff-browser`: as `browser`, where the staff are served.
   */
  readonly caller: 'page' | 'service' | 'shop' | 'operator' | 'browser' | 'staff' | 'staff-browser';
  /** The rate limit that a request counts against; `null`: none. */
  readonly limit: ClientScope | null;
  /** The handler logs nothing that would have to name the request. */
  readonly isSilent?: true;
  /** A deprecated path of the same route, until 1.0. */
  readonly alias?: { readonly path: string; readonly id: string };
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly request?:
    | 'OpenRequest'
    | 'InvoiceRequest'
    | 'CancelRequest'
    | 'TransferRequest'
    | 'RefundRequest'
    | 'CreateRefundRequest'
    | 'DecideRefundRequest'
    | 'DepositAddressRequest'
    | 'FormRequest'
    | 'RenderRequest'
    | 'SettleRequest'
    | 'NoteRequest'
    | 'EmptyRequest'
    | 'ProposeRequest'
    | 'ApproveRequest'
    | 'DeclineRequest'
    | 'ResolveRequest'
    | 'anything';
  /** Parameters of the query, all optional unless the description says otherwise. */
  readonly query?: Readonly<Record<string, string>>;
  /** By status. */
  readonly responses: Readonly<Record<number, Response>>;
  readonly problems: readonly ProblemCode[];
}

export const POST_PROBLEMS = [
  'invalid_request',
  'unsupported_media_type',
  'payload_too_large',
  'origin_not_allowed',
  'rate_limited',
  'store_unavailable',
] as const;
export const SERVICE_PROBLEMS = ['service_refused', 'service_unavailable'] as const;

export const ETAG = { ETag: 'Send it in If-None-Match with the next request.' };
export const NOT_MODIFIED: Response = [
  'nothing',
  'Unchanged: the ETag in If-None-Match is current.',
  { ETag: 'The ETag of the request.' },
];

export const forBrowsers = (path: string, handler: RouteHandler) =>
  ({ method: 'GET', path, handler, hasHead: true, caller: 'browser', limit: 'files' }) as const;
