import { isCurrencyCode } from '../../payment/index.js';
import { TRANSFER_STATES } from '../../protocol/index.js';
import type { CancelRequest, InvoiceRequest, OpenRequest, TransferRequest } from '../../protocol/index.js';
import { mapMaybeAsync, type MaybeAsync } from '../base/map-maybe-async.js';
import { ProblemError } from '../base/problem-error.js';
import type { SerializedCheckout } from '../checkouts/checkout-cache.js';
import type { OpenedCheckout } from '../checkouts/checkout-repository.js';
import type { ResolvedOrder } from '../domain/reprice.js';
import { needsInvoice, selectionProblem, type CurrencySelection } from '../domain/currency-selection.js';
import type { CheckoutRecord } from '../domain/record.js';
import { accountsToRead, solanaPayee, solanaTransfer } from '../domain/solana-transfer.js';
import { opensByOrder } from '../domain/viewer.js';
import { withTransferAsked, withTransferReport } from '../domain/wallet-transfer.js';
import { cancelCheckout } from '../invoices/cancel-checkout.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { ProxyResponse } from './proxy-request.js';
import type { OrderChange } from './rate-limiter.js';
import { readJsonObject, type Unchecked } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { resolveOrder, resolveReference } from './resolve-order.js';
import { eventStream, includesTag, json, jsonText, noContent } from './responses.js';

export async function handleOpenCheckout(context: RequestContext): Promise<ProxyResponse> {
  const { order } = await readJsonObject<OpenRequest>(context.request);
  const { record, isNew, runtime } = await openCheckout(order, context);
  return showCheckout(isNew ? 201 : 200, record, context, runtime);
}

/** Responds with a checkout. Before, records that its address is shown to the browser that sent the request. */
export async function showCheckout(
  status: number,
  record: CheckoutRecord,
  { browser }: RequestContext,
  { checkouts, serialize }: ProxyRuntime,
): Promise<ProxyResponse> {
  return json(status, serialize(await checkouts.view(record, [browser])));
}

/**
 * Opens the checkout of an order. Only a new checkout or price can be refused because of requests by others.
 * @param order untrusted, as the request contains it
 * @throws {ProblemError} `checkout_closed` once the order is paid, see `opensByOrder`
 */
export async function openCheckout(order: unknown, context: RequestContext) {
  const resolved = await resolveOrder(parseOrderText(order), context);
  const runtime = await context.proxy.runtime();
  const opened = await openUnlessBusy(resolved, context, runtime);
  if (!opensByOrder(opened.record)) throw new ProblemError('checkout_closed');
  return { ...opened, runtime };
}

async function openUnlessBusy(
  resolved: ResolvedOrder,
  { proxy }: RequestContext,
  { checkouts }: ProxyRuntime,
): Promise<OpenedCheckout> {
  const known = await checkouts.findOpened(resolved);
  if (known?.isCurrent) return { record: known.record, isNew: false };
  try {
    await proxy.limiter.countChange('open', resolved.terms.id);
  } catch (error) {
    if (!known?.hasPrice) throw error;
    return { record: known.record, isNew: false };
  }
  return checkouts.open(resolved);
}

/** @throws {ProblemError} `invalid_request` */
export function parseOrderText(order: unknown): string {
  if (typeof order === 'string' && order !== '') return order;
  throw new ProblemError('invalid_request', 'order is missing. Send an order token or a reference.');
}

/** Handles the most frequent request. It does not wait if the store is open and a cached checkout is current. */
export function handleGetCheckout(context: RequestContext): MaybeAsync<ProxyResponse> {
  const { proxy, request, parameter: checkoutId } = context;
  return mapMaybeAsync(proxy.runtime(), ({ checkouts, checkoutCache }) =>
    mapMaybeAsync(checkoutCache.read(checkoutId, context.browser), (checkout) => {
      checkouts.touch({ id: checkoutId, lastSeenAtMs: checkout.lastSeenAtMs });
      return respondWithCheckout(checkout, request.header('if-none-match'));
    }),
  );
}

function respondWithCheckout(checkout: SerializedCheckout, knownTags: string | null): ProxyResponse {
  // Weak: the same state may be sent with another `now`.
  const etag = `W/"${checkout.version}${checkout.isStale ? '-stale' : ''}"`;
  return includesTag(knownTags, etag) ? noContent(304, { etag }) : jsonText(200, checkout.toText(), { etag });
}

export async function handleStreamCheckout(context: RequestContext): Promise<ProxyResponse> {
  const { checkouts, streams, serialize } = await context.proxy.runtime();
  const { browser } = context;
  const record = await checkouts.view(await checkouts.find(context.parameter), [browser]);
  const slot = context.proxy.limiter.acquireStream(context.client, record.id);
  try {
    checkouts.touch(record);
    return eventStream(streams.open(serialize(record), { browser, slot }));
  } catch (error) {
    slot.release();
    throw error;
  }
}

/** Finds the checkout for a request that changes it, or that calls a Solana node, and counts the request. @throws {ProblemError} */
export async function findForChange(change: OrderChange, { proxy, parameter }: RequestContext) {
  const runtime = await proxy.runtime();
  const record = await runtime.checkouts.find(parameter);
  await proxy.limiter.countChange(change, record.order.id);
  return { record, runtime };
}

export async function handleCancelCheckout(context: RequestContext): Promise<ProxyResponse> {
  await readJsonObject<CancelRequest>(context.request);
  const runtime = await context.proxy.runtime();
  return showCheckout(200, await cancelCheckout(context.parameter, runtime), context, runtime);
}

/** Records that a page asks a wallet in its browser for a transfer, or the outcome of that request. */
export async function handleTransfer(context: RequestContext): Promise<ProxyResponse> {
  const request = parseTransfer(await readJsonObject<TransferRequest>(context.request));
  const { record, runtime } = await findForChange('transfer', context);
  const serviceNowMs = runtime.serviceTime.nowMs();
  const changed = await runtime.checkouts.change(record.id, (checkout) =>
    request.state === 'asked'
      ? withTransferAsked(checkout, request, serviceNowMs)
      : withTransferReport(checkout, request),
  );
  return showCheckout(200, changed, context, runtime);
}

/** Reads what a wallet on Solana needs to pay the current invoice. */
export async function handleSolana(context: RequestContext): Promise<ProxyResponse> {
  const { solana } = context.proxy;
  if (!solana) throw new ProblemError('not_found', 'The proxy has no solanaRpc.');
  const { record, runtime } = await findForChange('network read', context);
  const payee = solanaPayee(record);
  await runtime.checkouts.view(record, [context.browser]);
  const [block, accounts] = await Promise.all([solana.latestBlock(), solana.accounts(accountsToRead(payee))]);
  return json(200, solanaTransfer(payee, accounts, block));
}

const REPORTED_STATES = [...TRANSFER_STATES, 'refused'] as const;

/** @throws {ProblemError} `invalid_request` */
function parseTransfer(fields: Unchecked<TransferRequest>): TransferRequest {
  const { invoice, transfer = null, wallet = null, transaction = null } = fields;
  const state = REPORTED_STATES.find((known) => known === fields.state);
  if (state === undefined)
    throw new ProblemError('invalid_request', `state is unknown. Send one of ${REPORTED_STATES.join(', ')}.`);
  if (typeof invoice !== 'string')
    throw new ProblemError('invalid_request', 'invoice is missing. Send the id of the invoice.');
  if (transfer !== null && typeof transfer !== 'number')
    throw new ProblemError(
      'invalid_request',
      'transfer is not a number. Send the id of a transfer, or null.',
    );
  if (wallet !== null && typeof wallet !== 'string')
    throw new ProblemError('invalid_request', 'wallet is not a string. Send its name, or leave it out.');
  if (transaction !== null && typeof transaction !== 'string')
    throw new ProblemError('invalid_request', 'transaction is not a string. Send its id, or leave it out.');
  return { state, invoice, transfer, wallet, transaction };
}

/** Returns the invoice in a currency: the existing one, or a new one at the current price. */
export async function handleCreateInvoice(context: RequestContext): Promise<ProxyResponse> {
  const selection = parseSelection(await readJsonObject<InvoiceRequest>(context.request));
  const { record, runtime } = await findForChange('invoice', context);
  return showCheckout(200, await createInvoice(record, selection, context, runtime), context, runtime);
}

/** The currency that a payer selected, not yet compared with the offers. */
type UncheckedSelection = Omit<CurrencySelection, 'currency'> & { readonly currency: string };

/** @throws {ProblemError} `invalid_request` */
export function parseSelection(fields: Unchecked<InvoiceRequest>): UncheckedSelection {
  const { currency, email = null, lifetime = null, replaces = null } = fields;
  if (typeof currency !== 'string')
    throw new ProblemError('invalid_request', 'currency is missing. Send a currency code.');
  if (email !== null && typeof email !== 'string')
    throw new ProblemError(
      'invalid_request',
      'email is not a string. Send an email address, or leave it out.',
    );
  if (lifetime !== null && lifetime !== 'longest')
    throw new ProblemError('invalid_request', 'lifetime is unknown. Send "longest", or leave it out.');
  if (replaces !== null && typeof replaces !== 'string')
    throw new ProblemError(
      'invalid_request',
      'replaces is not a string. Send the id of the invoice, or leave it out.',
    );
  return { currency, email, lifetime, replaces };
}

/** @throws {ProblemError} */
export async function createInvoice(
  record: CheckoutRecord,
  { currency, ...rest }: UncheckedSelection,
  context: RequestContext,
  runtime: ProxyRuntime,
): Promise<CheckoutRecord> {
  if (!isCurrencyCode(currency)) throw new ProblemError('currency_not_offered');
  const selection = { currency, ...rest };
  const resolved = await refreshPrice(record, selection, context, runtime);
  return runtime.invoices.choose(record.id, selection, resolved);
}

/**
 * If the shop's resolver returned the order, calls it again before an invoice is created. By now, the order may have been paid
 * elsewhere, or may have another price.
 */
async function refreshPrice(
  record: CheckoutRecord,
  selection: CurrencySelection,
  context: RequestContext,
  { offersOf, present }: ProxyRuntime,
): Promise<ResolvedOrder | undefined> {
  const time = present();
  if (record.reference === null || !needsInvoice(record, selection, time)) return undefined;
  // Do not call the resolver for a request that is refused anyway.
  const refused = selectionProblem(record, selection, offersOf(record), time);
  if (refused) throw refused;
  const resolved = await resolveReference(record.reference, context);
  // The reference now leads to another order, so this one can no longer be paid.
  if (resolved.terms.id !== record.order.id) throw new ProblemError('order_not_found');
  return resolved;
}
