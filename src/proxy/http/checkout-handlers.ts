import {
  cancelRequestSchema,
  invoiceRequestSchema,
  openRequestSchema,
  refundRequestSchema,
  renderRequestSchema,
  transferRequestSchema,
  type InvoiceRequest,
} from '../../protocol/index.js';
import { takeTurn } from '../base/async.js';
import { ProblemError } from '../base/problem-error.js';
import type { OpenedCheckout } from '../checkouts/checkout-repository.js';
import type { ResolvedOrder } from '../domain/reprice.js';
import { needsInvoice, selectionProblem, type CurrencySelection } from '../domain/offers.js';
import type { CheckoutRecord } from '../domain/record.js';
import { withRefundRequest } from '../domain/refund.js';
import {
  accountsToRead,
  solanaPayee,
  solanaTransfer,
  withTransferAsked,
  withTransferReport,
} from '../domain/transfer.js';
import { opensByOrder } from '../domain/viewer.js';
import { cancelCheckout } from '../invoices/cancel-checkout.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { OrderChange } from './rate-limiter.js';
import { readRequest } from './request-body.js';
import type { ProxyRequest, ProxyResponse } from './request.js';
import { isToken, resolveOrder, resolveReference } from './resolve-order.js';
import { eventStream, json, jsonText, notModified } from './responses.js';

export async function handleOpenCheckout(request: ProxyRequest): Promise<ProxyResponse> {
  const { order } = await readRequest(request, openRequestSchema);
  const { record, isNew, runtime } = await openCheckout(order, request);
  return showCheckout(isNew ? 201 : 200, record, request, runtime);
}

/** Responds with a checkout. First records that the requesting browser receives its address. */
async function showCheckout(
  status: number,
  record: CheckoutRecord,
  { browser }: ProxyRequest,
  { checkouts, serialize }: ProxyRuntime,
): Promise<ProxyResponse> {
  return json(status, serialize(await checkouts.recordViews(record, [browser])));
}

/**
 * Opens the checkout of an order. Requests by other clients can use up only the limit for new checkouts and prices.
 * @param order the untrusted text in the request
 * @throws {ProblemError} `checkout_closed` once the order is paid, see `opensByOrder`
 */
export async function openCheckout(order: string, request: ProxyRequest) {
  const resolved = await resolveOrder(order, request);
  const runtime = await request.proxy.runtime();
  const opened = await openUnlessBusy(resolved, request, runtime);
  if (!opensByOrder(opened.record)) throw new ProblemError('checkout_closed');
  return { ...opened, runtime };
}

async function openUnlessBusy(
  resolved: ResolvedOrder,
  { proxy }: ProxyRequest,
  { checkouts }: ProxyRuntime,
): Promise<OpenedCheckout> {
  const known = await checkouts.findOpenedCheckout(resolved);
  if (known?.isCurrent) return { record: known.record, isNew: false };
  try {
    await proxy.limiter.countChange('open', resolved.terms.id);
  } catch (error) {
    if (!known?.hasPrice) throw error;
    return { record: known.record, isNew: false };
  }
  return checkouts.openCheckout(resolved);
}

/** Handles the most frequent request: a page polls its checkout. */
export async function handleGetCheckout(request: ProxyRequest): Promise<ProxyResponse> {
  const { proxy, parameter: id } = request;
  const { checkouts, checkoutCache } = await proxy.runtime();
  const checkout = await checkoutCache.readCheckout(id, request.browser);
  checkouts.recordConnectedPage({ id, lastSeenAtMs: checkout.lastSeenAtMs });
  // Weak, because `now` differs between responses with the same state.
  const etag = `W/"${checkout.version}${checkout.isStale ? '-stale' : ''}"`;
  return notModified(request, { etag }) ?? jsonText(200, checkout.toText(), { etag });
}

export async function handleStreamCheckout(request: ProxyRequest): Promise<ProxyResponse> {
  const { checkouts, streams, serialize } = await request.proxy.runtime();
  const { browser } = request;
  const record = await checkouts.recordViews(await checkouts.findCheckout(request.parameter), [browser]);
  const slot = request.proxy.limiter.acquireStream(request.client, record.id);
  try {
    checkouts.recordConnectedPage(record);
    return eventStream(streams.open(serialize(record), { browser, slot }));
  } catch (error) {
    slot.release();
    throw error;
  }
}

/** Finds the checkout of a request that changes it or calls a Solana node, and counts the request. @throws {ProblemError} */
async function findForChange(change: OrderChange, { proxy, parameter }: ProxyRequest) {
  const runtime = await proxy.runtime();
  const record = await runtime.checkouts.findCheckout(parameter);
  await proxy.limiter.countChange(change, record.order.id);
  return { record, runtime };
}

export async function handleCancelCheckout(request: ProxyRequest): Promise<ProxyResponse> {
  await readRequest(request, cancelRequestSchema);
  const runtime = await request.proxy.runtime();
  return showCheckout(200, await cancelCheckout(request.parameter, runtime), request, runtime);
}

/** Records that a page requests a transfer from a wallet in its browser, or the outcome of that request. */
export async function handleTransfer(request: ProxyRequest): Promise<ProxyResponse> {
  const report = await readRequest(request, transferRequestSchema);
  const { record, runtime } = await findForChange('transfer', request);
  const serviceNowMs = runtime.serviceTime.nowMs();
  const changed = await runtime.checkouts.changeCheckout(record.id, (checkout) =>
    report.state === 'asked'
      ? withTransferAsked(checkout, report, serviceNowMs)
      : withTransferReport(checkout, report),
  );
  return showCheckout(200, changed, request, runtime);
}

/** Records the refund request of a payer. */
export async function handleRefund(request: ProxyRequest): Promise<ProxyResponse> {
  const { refunds, clock } = request.proxy.settings;
  const { email = null, claimKey = null, ...rest } = await readRequest(request, refundRequestSchema);
  if (refunds === 'off') throw new ProblemError('not_found', 'Refund requests are turned off.');
  const { record, runtime } = await findForChange('refund', request);
  // The form requests an email address only with the setting `email`. Do not store any other.
  const accepted = { ...rest, claimKey, email: refunds === 'email' ? email : null };
  const nowMs = clock.nowMs();
  const changed = await runtime.checkouts.changeCheckout(record.id, (checkout) =>
    withRefundRequest(checkout, accepted, nowMs),
  );
  return showCheckout(200, changed, request, runtime);
}

/** Reads the data that a Solana wallet needs to pay the current invoice. */
export async function handleSolana(request: ProxyRequest): Promise<ProxyResponse> {
  const { solana } = request.proxy;
  if (!solana) throw new ProblemError('not_found', 'The proxy has no solanaRpc.');
  const { record, runtime } = await findForChange('network read', request);
  const payee = solanaPayee(record);
  await runtime.checkouts.recordViews(record, [request.browser]);
  const [block, accounts] = await Promise.all([solana.latestBlock(), solana.accounts(accountsToRead(payee))]);
  return json(200, solanaTransfer(payee, accounts, block));
}

/** Responds with the invoice in a currency: the existing one, or a new one at the current price. */
export async function handleCreateInvoice(request: ProxyRequest): Promise<ProxyResponse> {
  const selection = selectionOf(await readRequest(request, invoiceRequestSchema));
  const { record, runtime } = await findForChange('invoice', request);
  return showCheckout(200, await createInvoice(record, selection, request, runtime), request, runtime);
}

export function selectionOf({
  currency,
  email = null,
  lifetime = null,
  replaces = null,
}: InvoiceRequest): CurrencySelection {
  return { currency, email, lifetime, replaces };
}

/** @throws {ProblemError} */
export async function createInvoice(
  record: CheckoutRecord,
  selection: CurrencySelection,
  request: ProxyRequest,
  runtime: ProxyRuntime,
): Promise<CheckoutRecord> {
  const resolved = await refreshPrice(record, selection, request, runtime);
  return runtime.invoices.choose(record.id, selection, resolved);
}

/**
 * If the shop's resolver returned the order, calls it again before an invoice is created: the order may have been paid elsewhere
 * meanwhile, or its price may have changed.
 */
async function refreshPrice(
  record: CheckoutRecord,
  selection: CurrencySelection,
  request: ProxyRequest,
  { offersOf, present }: ProxyRuntime,
): Promise<ResolvedOrder | undefined> {
  const time = present();
  if (record.reference === null || !needsInvoice(record, selection, time)) return undefined;
  // The resolver must not be called for a request that is refused anyway.
  const refused = selectionProblem(record, selection, offersOf(record), time);
  if (refused) throw refused;
  const resolved = await resolveReference(record.reference, request);
  // The reference now resolves to another order: this one can no longer be paid.
  if (resolved.terms.id !== record.order.id) throw new ProblemError('order_not_found');
  return resolved;
}

/** A shared cache would serve the checkout of one payer to another. */
const PRIVATE = { 'cache-control': 'private, no-store' } as const;

/** Renders a checkout for a page of the shop. Opens the checkout as the page would. */
export async function handleRender(request: ProxyRequest): Promise<ProxyResponse> {
  const { limiter, settings } = request.proxy;
  // A page that the shop renders in this process has no client address.
  if (request.hasPeer) await limiter.countRequest('pages', request.client);
  const wanted = await readRequest(request, renderRequestSchema);
  // Anyone can send a reference, and pages that the shop renders in this process have no limit per client.
  if (!isToken(wanted.order, request, 'order_not_found')) await limiter.countRender('references');
  const { record, runtime } = await openCheckout(wanted.order, request);
  await limiter.countRender('orders');
  // The proxy cannot know which browser will receive the page.
  const shown = await runtime.checkouts.recordViews(record, [null]);
  const options = { ...wanted, endpoint: wanted.endpoint ?? settings.basePath };
  // Imported with the first page, because it imports all elements.
  await takeTurn();
  const { renderMarkup } = await import('../../render/markup/index.js');
  return json(200, await renderMarkup(runtime.serialize(shown), options), PRIVATE);
}
