import type { ProblemCode } from '../../protocol/index.js';
import type { ClientScope } from './rate-limiter.js';
import type { Endpoint, RouteHandler } from './request.js';

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
  | 'BookRows'
  | 'BookSummary'
  | 'MerchantBalances'
  | 'MerchantEvent'
  | 'ResentEvents'
  | 'MerchantPaymentDetails'
  | 'MerchantPayments'
  | 'MerchantSession'
  | 'MerchantStatistics'
  | 'Payout'
  | 'Payouts'
  | 'Reconciliation'
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

/** An endpoint and its description in `openapi.json`. */
export interface Route extends Endpoint {
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
