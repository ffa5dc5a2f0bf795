import { PATHS } from '../../protocol/index.js';
import {
  handleCancelCheckout,
  handleCreateInvoice,
  handleGetCheckout,
  handleOpenCheckout,
  handleRefund,
  handleRender,
  handleSolana,
  handleStreamCheckout,
  handleTransfer,
} from './checkout-handlers.js';
import { DEPOSIT_ADDRESS_ROUTE } from './deposit-address-handler.js';
import { ELEMENTS_ROUTES } from './elements-handlers.js';
import { FORM_ROUTES } from './form-handlers.js';
import { MERCHANT_ROUTES } from './merchant-routes.js';
import { PAYMENT_PAGE_ROUTES } from './payment-page-handlers.js';
import type { Match } from './request.js';
import { ETAG, pageRoute, NOT_MODIFIED, POST_PROBLEMS, SERVICE_PROBLEMS, type Route } from './route.js';
import { SERVER_ROUTES, TON_MANIFEST_ROUTE } from './server-handlers.js';

/** The query parameters of each route whose response can contain an address. */
const BROWSER = {
  browser:
    'The browser that receives the response: SHA-256 of its claim key, in Base64url (43 characters). The proxy records which browsers received an address while the checkout requested a payment. Without a valid one, no refund request for that invoice is proven.',
};

const OPEN_PROBLEMS = [
  ...POST_PROBLEMS,
  'order_not_found',
  'order_expired',
  'checkout_closed',
  'internal_error',
] as const;
const READ_PROBLEMS = ['checkout_not_found', 'rate_limited', 'store_unavailable'] as const;

/** All paths of the proxy, in the order of `openapi.json`. */
export const ROUTES: readonly Route[] = [
  {
    ...pageRoute('POST', PATHS.checkouts, handleOpenCheckout, 'checkouts'),
    id: 'openCheckout',
    query: BROWSER,
    summary: 'Open the checkout of an order',
    description:
      'The same order returns the same checkout until it is paid. Then `checkout_closed`: only the checkout id opens the receipt, because a link may be forwarded.',
    request: 'OpenRequest',
    responses: { 200: ['Checkout', 'The existing checkout.'], 201: ['Checkout', 'A new checkout.'] },
    problems: OPEN_PROBLEMS,
  },
  {
    ...pageRoute('GET', PATHS.checkout, handleGetCheckout, 'reads'),
    isSilent: true,
    id: 'getCheckout',
    query: BROWSER,
    summary: 'Read a checkout',
    responses: { 200: ['Checkout', 'The current state.', ETAG], 304: NOT_MODIFIED },
    problems: READ_PROBLEMS,
  },
  {
    ...pageRoute('GET', PATHS.events, handleStreamCheckout, 'reads'),
    id: 'streamCheckout',
    query: BROWSER,
    summary: 'Stream a checkout',
    description:
      'Server-sent events (HTML standard). An event `checkout` is sent immediately and after each change: its data is the whole Checkout as JSON, its id is the version. An event `heartbeat` without data is sent every 7 s.',
    responses: { 200: ['events', 'Open until the client disconnects or the proxy stops.'] },
    problems: READ_PROBLEMS,
  },
  {
    ...pageRoute('POST', PATHS.invoice, handleCreateInvoice, 'invoices'),
    id: 'createInvoice',
    query: BROWSER,
    summary: 'Create an invoice in a currency',
    description:
      'Creates the first invoice, one in another currency, or one with a new quote after the deadline. The same currency returns the same invoice while it can be paid.',
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
    ...pageRoute('POST', PATHS.cancel, handleCancelCheckout, 'cancellations'),
    id: 'cancelCheckout',
    query: BROWSER,
    summary: 'Cancel a checkout',
    description: 'Cancels every invoice without a detected payment.',
    request: 'CancelRequest',
    responses: { 200: ['Checkout', 'The checkout after the cancellation.'] },
    problems: [
      ...POST_PROBLEMS,
      'checkout_not_found',
      'payment_in_progress',
      'checkout_closed',
      ...SERVICE_PROBLEMS,
    ],
  },
  {
    ...pageRoute('POST', PATHS.refund, handleRefund, 'invoices'),
    id: 'requestRefund',
    query: BROWSER,
    summary: 'Request a refund',
    description:
      'For money that is owed, or that paid the order late. The request is proven with the `claimKey` of the only browser that received the address while the checkout requested a payment. A proven request replaces an earlier one until a payout is approved, at most 20 times per invoice. Otherwise, anyone with the link may have sent the request: the shop must verify that the payer did.',
    request: 'RefundRequest',
    responses: { 200: ['Checkout', 'The checkout with the refund request.'] },
    problems: [...POST_PROBLEMS, 'not_found', 'checkout_not_found', 'refund_unavailable'],
  },
  {
    ...pageRoute('POST', PATHS.transfer, handleTransfer, 'invoices'),
    id: 'reportTransfer',
    query: BROWSER,
    summary: 'Report a transfer by a browser wallet',
    description:
      'Send `asked` before you call the wallet: only one of several pages succeeds. Then report the outcome. All other pages warn the payer not to pay twice. A report does not change the payment state.',
    request: 'TransferRequest',
    responses: { 200: ['Checkout', 'The checkout with the transfer, unless a later state was known.'] },
    problems: [...POST_PROBLEMS, 'checkout_not_found', 'transfer_conflict'],
  },
  {
    ...pageRoute('GET', PATHS.solana, handleSolana, 'invoices'),
    id: 'getSolanaTransfer',
    query: BROWSER,
    summary: 'Read the data that a Solana wallet needs to pay the invoice',
    description:
      'For an invoice on Solana that awaits payment: a recent blockhash and the account type of the payee. Send this request just before you call the wallet. `not_found` if the proxy has no `solanaRpc`, `payee_unsupported` if money could be lost at the address.',
    responses: { 200: ['SolanaTransfer', 'The current data of the network.'] },
    problems: [
      ...READ_PROBLEMS,
      'not_found',
      'transfer_conflict',
      'payee_unsupported',
      'network_unavailable',
    ],
  },
  DEPOSIT_ADDRESS_ROUTE,
  ...ELEMENTS_ROUTES,
  TON_MANIFEST_ROUTE,
  ...FORM_ROUTES,
  ...PAYMENT_PAGE_ROUTES,
  {
    ...{ method: 'POST', path: PATHS.render, handler: handleRender, caller: 'shop', limit: null },
    id: 'renderCheckout',
    summary: 'Render a checkout into a page of the shop',
    description:
      'For servers: the proxy refuses a request with `Origin` or `Sec-Fetch-Site`. Opens the checkout like `POST /checkouts`, also with `checkout_closed` once the order is paid. Limited per order and per process, and for a caller from the network like a page of a payer. If it fails, send the tag without content: the page then opens the checkout.',
    request: 'RenderRequest',
    responses: { 200: ['RenderedCheckout', 'Parts of the page, for one payer only. Do not cache them.'] },
    problems: OPEN_PROBLEMS,
  },
  ...MERCHANT_ROUTES,
  ...SERVER_ROUTES,
];

const ENTRIES = ROUTES.map(({ path, caller }) => {
  const routes = ROUTES.filter((route) => route.path === path);
  const methods = routes.flatMap(({ method, hasHead }) => (hasHead ? [method, 'HEAD'] : [method]));
  const pattern = path.replace(/:\w+/g, '([^/]+)').replaceAll('.', '\\.');
  return { path, caller, routes, methods, pattern: new RegExp(`^${pattern}$`) };
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
