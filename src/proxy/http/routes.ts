import { PATHS } from '../../protocol/index.js';
import {
  handleCancelCheckout,
  handleCreateInvoice,
  handleGetCheckout,
  handleOpenCheckout,
  handleSolana,
  handleStreamCheckout,
  handleTransfer,
} from './checkout-handlers.js';
import { ELEMENTS_ROUTES } from './elements-routes.js';
import { handleDepositAddress } from './deposit-address-handler.js';
import { handleForm, handleFormPayment } from './form-handlers.js';
import { handleCheckoutPage, handleLogo, handlePaymentLink } from './payment-page-handlers.js';
import { handleRefund } from './refund-handlers.js';
import { handleRender } from './render-handler.js';
import { TON_MANIFEST_PATH } from '../domain/ton-manifest.js';
import { MERCHANT_ROUTES } from './merchant-routes.js';
import { CHECKOUTS, INVOICES, type ClientScope } from './rate-limiter.js';
import type { RouteHandler } from './request-context.js';
import { ETAG, forBrowsers, NOT_MODIFIED, POST_PROBLEMS, SERVICE_PROBLEMS, type Route } from './route.js';
import {
  handleLiveness,
  handleMetrics,
  handlePostback,
  handleReadiness,
  handleTonManifest,
} from './server-handlers.js';

const OPEN_PROBLEMS = [
  ...POST_PROBLEMS,
  'order_not_found',
  'order_expired',
  'checkout_closed',
  'internal_error',
] as const;
const READ_PROBLEMS = ['checkout_not_found', 'rate_limited', 'store_unavailable'] as const;

const forPages = (method: Route['method'], path: string, handler: RouteHandler, limit: ClientScope) =>
  ({ method, path, handler, caller: 'page', limit }) as const;

export const ROUTES: readonly Route[] = [
  {
    ...forPages('POST', PATHS.checkouts, handleOpenCheckout, CHECKOUTS),
    id: 'openCheckout',
    summary: 'Open the checkout of an order',
    description: 'The same order always returns the same checkout.',
    request: 'OpenRequest',
    responses: { 200: ['Checkout', 'The existing checkout.'], 201: ['Checkout', 'A new checkout.'] },
    problems: OPEN_PROBLEMS,
  },
  {
    ...forPages('GET', PATHS.checkout, handleGetCheckout, 'reads'),
    isSilent: true,
    id: 'getCheckout',
    summary: 'Read a checkout',
    responses: { 200: ['Checkout', 'The current state.', ETAG], 304: NOT_MODIFIED },
    problems: READ_PROBLEMS,
  },
  {
    ...forPages('GET', PATHS.events, handleStreamCheckout, 'reads'),
    id: 'streamCheckout',
    summary: 'Stream a checkout',
    description:
      'Server-sent events (HTML standard). An event `checkout` is sent immediately and at every change: its data is the whole Checkout as JSON, its id is the version. An event `heartbeat` without data is sent every 15 s, followed by an event `alive`, its deprecated name.',
    responses: { 200: ['events', 'Open until the client disconnects or the proxy stops.'] },
    problems: READ_PROBLEMS,
  },
  {
    ...forPages('POST', PATHS.invoice, handleCreateInvoice, INVOICES),
    id: 'createInvoice',
    summary: 'Create an invoice in a currency',
    description:
      'The first invoice, another currency, or a new quote after the deadline. The same currency returns the same invoice for as long as it can be paid.',
    request: 'InvoiceRequest',
    responses: {
      200: ['Checkout', 'The checkout with that invoice, or in state `creating` until it exists.'],
    },
    problems: [
      ...POST_PROBLEMS,
      'checkout_not_found',
      'order_not_found',
      'new_link_required',
      'currency_not_offered',
      'email_required',
      'payment_in_progress',
      'checkout_closed',
      'price_mismatch',
      ...SERVICE_PROBLEMS,
      'internal_error',
    ],
  },
  {
    ...forPages('POST', PATHS.cancel, handleCancelCheckout, INVOICES),
    id: 'cancelCheckout',
    summary: 'Cancel a checkout',
    description: 'Cancels every invoice without a detected payment.',
    request: 'CancelRequest',
    responses: { 200: ['Checkout', 'The state after that.'] },
    problems: [
      ...POST_PROBLEMS,
      'checkout_not_found',
      'payment_in_progress',
      'checkout_closed',
      ...SERVICE_PROBLEMS,
    ],
  },
  {
    ...forPages('POST', PATHS.refund, handleRefund, INVOICES),
    id: 'requestRefund',
    summary: 'Ask for money back',
    description:
      'About money that is owed, or that paid the order late. With `claimKey`, the request of the browser that got the address replaces its earlier one until a payout is approved. Without it, anyone with the link may have asked: the shop has to check who did.',
    request: 'RefundRequest',
    responses: { 200: ['Checkout', 'The checkout with the request.'] },
    problems: [...POST_PROBLEMS, 'not_found', 'checkout_not_found', 'refund_unavailable'],
  },
  {
    ...forPages('POST', PATHS.transfer, handleTransfer, INVOICES),
    id: 'reportTransfer',
    summary: 'Report a transfer of a wallet in the browser',
    description:
      'Send `asked` before you call the wallet: of several pages, only one succeeds. Then report the outcome. All other pages warn the payer not to pay twice. Payments are not affected.',
    request: 'TransferRequest',
    responses: { 200: ['Checkout', 'The checkout with the transfer, unless a later state was known.'] },
    problems: [...POST_PROBLEMS, 'checkout_not_found', 'transfer_conflict'],
  },
  {
    ...forPages('GET', PATHS.solana, handleSolana, INVOICES),
    id: 'getSolanaTransfer',
    summary: 'Read what a wallet on Solana needs to pay the invoice',
    description:
      'For an invoice on Solana that awaits money: a recent blockhash, and what kind of account the payee is. Request it just before the wallet is asked. `not_found` if the proxy has no `solanaRpc`, `payee_unsupported` if money could be lost at the address.',
    responses: { 200: ['SolanaTransfer', 'As the network has it now.'] },
    problems: [
      ...READ_PROBLEMS,
      'not_found',
      'transfer_conflict',
      'payee_unsupported',
      'network_unavailable',
    ],
  },
  {
    ...forPages('POST', PATHS.depositAddresses, handleDepositAddress, INVOICES),
    alias: { path: '/wallets', id: 'openWallet' },
    id: 'openDepositAddress',
    summary: 'Get the deposit address of a customer',
    description: 'The same customer and currency always return the same address.',
    request: 'DepositAddressRequest',
    responses: { 200: ['DepositAddress', 'The address, existing or new.'] },
    problems: [
      ...POST_PROBLEMS,
      'customer_not_found',
      'currency_not_offered',
      'address_unusable',
      ...SERVICE_PROBLEMS,
      'internal_error',
    ],
  },
  ...ELEMENTS_ROUTES,
  {
    ...forBrowsers(TON_MANIFEST_PATH, handleTonManifest),
    id: 'getTonManifest',
    summary: 'Load the manifest of the shop for wallets on TON',
    description:
      'App manifest of TON Connect. Any origin may read it. `not_found` if the proxy has no `publicUrl`. Also answers HEAD.',
    responses: { 200: ['TonManifest', 'The manifest, for an hour.'] },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...forPages('POST', PATHS.form, handleForm, INVOICES),
    id: 'submitForm',
    summary: 'Select a currency without JavaScript',
    description:
      'The form that `POST /render` puts into the tag. Opens the checkout, creates the invoice, and redirects to a page that shows where to pay. A cookie of that page alone contains the id of the checkout.',
    request: 'FormRequest',
    responses: {
      303: [
        'nothing',
        'The invoice exists, or is being created.',
        { 'Location': 'The page of the payment.', 'Set-Cookie': 'Its id.' },
      ],
      400: ['page', 'A field is missing.'],
      404: ['page', 'The order is unknown.'],
      409: ['page', 'The order accepts no payment, or one was detected on another invoice.'],
      410: ['page', 'The order token has expired.'],
      422: ['page', 'The currency is not offered, or the email address is missing.'],
      502: ['page', 'The payment service rejected the request.'],
      503: ['page', 'The payment service is unavailable.'],
    },
    problems: ['origin_not_allowed', 'rate_limited', 'store_unavailable'],
  },
  {
    ...forPages('GET', PATHS.formPayment, handleFormPayment, 'reads'),
    id: 'getFormPayment',
    summary: 'Show a payment without JavaScript',
    description: 'Changes nothing. Only the browser that has sent the form can read it.',
    responses: {
      200: ['page', 'Where to pay, or the state of the payment.'],
      404: ['page', 'The cookie of the page is missing, or the checkout is unknown.'],
    },
    problems: ['rate_limited', 'store_unavailable'],
  },
  {
    ...forPages('GET', PATHS.pay, handlePaymentLink, 'reads'),
    caller: 'browser',
    id: 'getPaymentPage',
    summary: 'Show the payment page of an order token',
    description:
      'Opens no checkout: the script of the page does. The language is that of `?locale=`, or of `Accept-Language`. `not_found` if the proxy has no `publicUrl` or no `orderSecrets`.',
    responses: {
      200: ['page', 'The price and the order, or that the order is paid.'],
      404: ['page', 'The link is unknown. The same page for every text that is not an order token.'],
      410: ['page', 'The link has ended.'],
      503: ['page', 'The store is unavailable, or the proxy is shutting down.'],
    },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...forPages('GET', PATHS.page, handleCheckoutPage, 'reads'),
    caller: 'browser',
    id: 'getCheckoutPage',
    summary: 'Show the payment page of a checkout',
    description:
      'The id is in the fragment of the address, which browsers do not send. `not_found` if the proxy has no `publicUrl`.',
    responses: { 200: ['page', 'The same page for every checkout.'] },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...forBrowsers('/logo.:type', handleLogo),
    id: 'getLogo',
    summary: 'Load the logo of the shop',
    description: 'If `shop.logo` is a file. Also answers HEAD.',
    responses: { 200: ['image', 'The file, for an hour.'] },
    problems: ['not_found', 'rate_limited'],
  },
  {
    ...{ method: 'POST', path: PATHS.render, handler: handleRender, caller: 'shop', limit: null },
    id: 'renderCheckout',
    summary: 'Render a checkout into a page of the shop',
    description:
      'From server to server: a request with `Origin` or `Sec-Fetch-Site` is refused. Opens the checkout like `POST /checkouts`. Limited per order and per process, not per client. If it fails, send the tag without content: the page then opens the checkout.',
    request: 'RenderRequest',
    responses: { 200: ['RenderedCheckout', 'Parts of the page. They belong to one payer.'] },
    problems: OPEN_PROBLEMS,
  },
  ...MERCHANT_ROUTES,
  {
    ...{ method: 'POST', path: '/postbacks', handler: handlePostback, caller: 'service', limit: 'postbacks' },
    id: 'receivePostback',
    summary: 'Receive a postback of the payment service',
    request: 'anything',
    responses: { 200: ['Status', 'Accepted. The response is the same for unknown postbacks.'] },
    problems: ['invalid_request', 'payload_too_large', 'rate_limited', 'store_unavailable'],
  },
  {
    ...{ method: 'GET', path: '/healthz', handler: handleLiveness, caller: 'operator', limit: null },
    id: 'isAlive',
    summary: 'Liveness',
    responses: { 200: ['Status', 'Process is running.'] },
    problems: [],
  },
  {
    ...{ method: 'GET', path: '/readyz', handler: handleReadiness, caller: 'operator', limit: 'reads' },
    id: 'isReady',
    summary: 'Readiness',
    responses: {
      200: ['Status', 'The store is reachable.'],
      503: ['Status', 'The store is unreachable, or the proxy is shutting down.'],
    },
    problems: ['rate_limited'],
  },
  {
    ...{ method: 'GET', path: '/metrics', handler: handleMetrics, caller: 'operator', limit: 'reads' },
    id: 'getMetrics',
    summary: 'Metrics in the text format of Prometheus',
    responses: { 200: ['metrics', 'The metrics, at most 2 s old.'] },
    problems: ['not_found', 'rate_limited'],
  },
];

export interface Match extends Pick<Route, 'path' | 'caller'> {
  /** The route for the requested method; `undefined` if the path does not have it. */
  readonly route: Route | undefined;
  readonly methods: readonly string[];
  /** The variable part of the path; empty if it has none. */
  readonly parameter: string;
}

const ENTRIES = ROUTES.map(({ path, caller }) => {
  const routes = ROUTES.filter((route) => route.path === path);
  const methods = routes.flatMap(({ method, hasHead }) => (hasHead ? [method, 'HEAD'] : [method]));
  const paths = [path, ...routes.flatMap(({ alias }) => alias?.path ?? [])]
    .join('|')
    .replace(/:\w+/g, '([^/]+)')
    .replaceAll('.', '\\.');
  return { path, caller, routes, methods, pattern: new RegExp(`^(?:${paths})$`) };
});

/** @param path without the base path. @returns `null` if no route has the path */
export function matchRoute(path: string, method: string): Match | null {
  for (const { pattern, routes, methods, caller, path: label } of ENTRIES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const route = routes.find((one) => one.method === method || (one.hasHead && method === 'HEAD'));
    return { path: label, caller, methods, route, parameter: match[1] ?? '' };
  }
  return null;
}
