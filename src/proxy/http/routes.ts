import { isCurrencyCode } from '../../payment/index.js';
import { admitOrder } from './admission.js';
import { cancelCheckout } from '../checkouts/cancellation.js';
import { isCheckoutId } from '../checkouts/checkouts.js';
import { empty, eventStream, json, readObject } from './http.js';
import type { Running } from '../running.js';
import type { CheckoutRecord } from '../checkouts/record.js';
import { Refusal } from '../refusal.js';
import type { Settings } from '../options.js';

/** What a handler may use. `running` opens the store when it is first asked for. */
export interface Exchange {
  readonly request: Request;
  readonly settings: Settings;
  readonly running: () => Promise<Running>;
}

type Handler = (exchange: Exchange, checkoutId: string) => Promise<Response>;

interface Route {
  readonly path: RegExp;
  readonly methods: Readonly<Record<string, Handler>>;
}

const ROUTES: readonly Route[] = [
  { path: /^\/checkouts$/, methods: { POST: openCheckout } },
  { path: /^\/checkouts\/([^/]+)$/, methods: { GET: getCheckout } },
  { path: /^\/checkouts\/([^/]+)\/events$/, methods: { GET: streamCheckout } },
  { path: /^\/checkouts\/([^/]+)\/invoice$/, methods: { POST: chooseCurrency } },
  { path: /^\/checkouts\/([^/]+)\/cancel$/, methods: { POST: cancel } },
  { path: /^\/healthz$/, methods: { GET: () => Promise.resolve(json(200, { status: 'ok' })) } },
  { path: /^\/readyz$/, methods: { GET: ready } },
];

export interface Match {
  /** The methods of this path. */
  readonly allowed: readonly string[];
  /** `undefined` when the path does not know the method. */
  readonly handle: ((exchange: Exchange) => Promise<Response>) | undefined;
}

/** @param path without the base path; `null` when nothing is there */
export function matchRoute(path: string, method: string): Match | null {
  for (const route of ROUTES) {
    const match = route.path.exec(path);
    if (!match) continue;
    const handler = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    const handle = handler && ((exchange: Exchange) => handler(exchange, match[1] ?? ''));
    return { allowed: Object.keys(route.methods), handle };
  }
  return null;
}

async function openCheckout({ request, settings, running }: Exchange): Promise<Response> {
  const { order } = await readObject(request);
  if (typeof order !== 'string' || order === '') {
    throw new Refusal('invalid_request', 'order is missing: send an order token or a reference');
  }
  const admitted = await admitOrder(order, request, settings);
  const { checkouts, view } = await running();
  const { record, isNew } = await checkouts.open(admitted);
  return json(isNew ? 201 : 200, view(record));
}

async function getCheckout({ request, running }: Exchange, id: string): Promise<Response> {
  const { checkouts, view } = await running();
  const record = await findCheckout(await running(), id);
  await checkouts.touch(record);
  const checkout = view(record);
  // Weak: the same state may be told with another `now`.
  const etag = `W/"${checkout.version}${checkout.stale ? '-stale' : ''}"`;
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  return known.includes(etag) ? empty(304, { etag }) : json(200, checkout, { etag });
}

async function streamCheckout({ running }: Exchange, id: string): Promise<Response> {
  const { checkouts, streams, view } = await running();
  const record = await findCheckout(await running(), id);
  await checkouts.touch(record);
  return eventStream(streams.open(view(record)));
}

async function chooseCurrency({ request, running }: Exchange, id: string): Promise<Response> {
  const { currency, email = null } = await readObject(request);
  if (typeof currency !== 'string')
    throw new Refusal('invalid_request', 'currency is missing: send a currency code');
  if (email !== null && typeof email !== 'string')
    throw new Refusal('invalid_request', 'email is not a text');
  const { creation, view } = await running();
  const { id: checkoutId } = await findCheckout(await running(), id);
  if (!isCurrencyCode(currency)) throw new Refusal('currency_not_offered');
  return json(200, view(await creation.choose(checkoutId, { currency, email })));
}

async function cancel({ request, running }: Exchange, id: string): Promise<Response> {
  await readObject(request);
  const parts = await running();
  const { id: checkoutId } = await findCheckout(parts, id);
  return json(200, parts.view(await cancelCheckout(checkoutId, parts)));
}

async function ready({ running }: Exchange): Promise<Response> {
  const isReady = await running().then(
    (parts) => parts.isReady(),
    () => false,
  );
  return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' });
}

function findCheckout({ checkouts }: Running, id: string): Promise<CheckoutRecord> {
  if (!isCheckoutId(id)) return Promise.reject(new Refusal('checkout_not_found'));
  return checkouts.find(id);
}
