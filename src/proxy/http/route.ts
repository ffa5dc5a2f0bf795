import type { ProblemCode } from '../../protocol/index.js';
import type { ClientScope } from './rate-limiter.js';
import type { RouteHandler } from './request.js';

/** The content of a response: a type of the protocol, or a kind of text, file or stream. */
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

export type ResponseDescription = readonly [
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
  /** The route also answers HEAD, without a body. */
  readonly hasHead?: true;
  /**
   * The sender of the request.
   *
   * - `page`: a page; its POST needs an allowed `Origin`
   * - `service`: the payment service, which sends no `Origin`
   * - `shop`: a server of the shop; requests from browsers are refused
   * - `operator`: answered during shutdown too
   * - `browser`: a file that a tag loads, or a page that a payer opens; answered during shutdown too
   * - `staff`: a page of the staff, like `page`, or their server, which sends no `Origin`. The merchant session decides
   * - `staff-browser`: like `browser`, on the server for the staff
   */
  readonly caller: 'page' | 'service' | 'shop' | 'operator' | 'browser' | 'staff' | 'staff-browser';
  /** The rate limit that a request counts against; `null`: none, or the handler counts. */
  readonly limit: ClientScope | null;
  /** The `operationId`. */
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
  readonly responses: Readonly<Record<number, ResponseDescription>>;
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
export const NOT_MODIFIED: ResponseDescription = [
  'nothing',
  'Unchanged: the ETag in If-None-Match is current.',
  { ETag: 'The ETag of the request.' },
];

export const fileRoute = (path: string, handler: RouteHandler) =>
  ({ method: 'GET', path, handler, hasHead: true, caller: 'browser', limit: 'files' }) as const;

export const pageRoute = (
  method: Route['method'],
  path: string,
  handler: RouteHandler,
  limit: ClientScope | null,
) => ({ method, path, handler, caller: 'page', limit }) as const;
