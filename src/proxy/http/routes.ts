import type { CancelRequest, OpenRequest } from '../../protocol/index.js';
import { admitOrder } from './admission.js';
import { chooseCurrency } from './choosing.js';
import { openWallet } from './customers.js';
import { takePostback } from './postbacks.js';
import { cancelCheckout } from '../invoices/cancel-checkout.js';
import type { Answer } from './answer.js';
import { empty, eventStream, json, jsonText, plain, readObject } from './http.js';
import type { Exchange } from './exchange.js';
import type { ProxyRuntime } from '../runtime/runtime.js';
import type { CheckoutRecord } from '../domain/record.js';
import { ProblemError } from '../base/problem-error.js';
import type { ClientWork } from './limits.js';
import type { SerializedCheckout } from '../checkouts/checkout-cache.js';

export type Handler = (exchange: Exchange, checkoutId: string) => Answer | Promise<Answer>;

export interface Route {
  /** The path as a pattern, for figures: `/checkouts/:id`. */
  readonly name: string;
  readonly path: RegExp;
  readonly handlers: ReadonlyMap<string, Handler>;
  /** The methods of this path. */
  readonly allowed: readonly string[];
  /** It is asked by operators, also while the proxy stops. */
  readonly isOperation: boolean;
  /** A POST may come without an allowed Origin. */
  readonly isForServers: boolean;
  /** It logs nothing that would have to name the request. */
  readonly isSilent: boolean;
  /** What a client has to be allowed to do. */
  readonly work: ClientWork | null;
}

export interface Match {
  readonly route: Route;
  /** Of the checkout, if the path names one. */
  readonly id: string;
  /** `undefined` when the path does not know the method. */
  readonly handler: Handler | undefined;
}

/** What counts as more than reading; `null`: as nothing. */
const RATED: Readonly<Record<string, ClientWork | null>> = {
  '/checkouts': 'opens',
  '/checkouts/:id/invoice': 'creations',
  '/checkouts/:id/cancel': 'creations',
  '/wallets': 'creations',
  '/postbacks': 'postbacks',
  '/healthz': null,
};

/** Asked by the service, which is no browser and sends no Origin. */
const FOR_SERVERS: ReadonlySet<string> = new Set(['/postbacks']);
const OPERATION: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const ROUTES: readonly Route[] = [
  route('/checkouts', { POST: openCheckout }),
  route('/checkouts/:id', { GET: getCheckout }),
  route('/checkouts/:id/events', { GET: streamCheckout }),
  route('/checkouts/:id/invoice', { POST: chooseCurrency }),
  route('/checkouts/:id/cancel', { POST: cancel }),
  route('/wallets', { POST: openWallet }),
  route('/postbacks', { POST: takePostback }),
  route('/healthz', { GET: () => json(200, { status: 'ok' }) }),
  route('/readyz', { GET: ready }),
  route('/metrics', { GET: metrics }),
];

function route(name: string, handlers: Readonly<Record<string, Handler>>): Route {
  return {
    name,
    path: new RegExp(`^${name.replace(':id', '([^/]+)')}$`),
    handlers: new Map(Object.entries(handlers)),
    allowed: Object.keys(handlers),
    isOperation: OPERATION.has(name),
    isForServers: FOR_SERVERS.has(name),
    isSilent: name === '/checkouts/:id',
    work: RATED[name] === undefined ? 'reads' : RATED[name],
  };
}

/** `POST /checkouts/:id/invoice` and the others, as they are described to other programs. */
export const ROUTE_NAMES: readonly string[] = ROUTES.flatMap(({ name, allowed }) =>
  allowed.map((method) => `${method} ${name}`),
);

/** @param path without the base path; `null` when nothing is there */
export function matchRoute(path: string, method: string): Match | null {
  for (const route of ROUTES) {
    const match = route.path.exec(path);
    if (match) return { route, id: match[1] ?? '', handler: route.handlers.get(method) };
  }
  return null;
}

async function openCheckout(exchange: Exchange): Promise<Answer> {
  const { settings, limits } = exchange;
  const request = exchange.whole();
  const { order } = await readObject<OpenRequest>(request);
  if (typeof order !== 'string' || order === '') {
    throw new ProblemError('invalid_request', 'order is missing: send an order token or a reference');
  }
  const admitted = await admitOrder(order, request, settings);
  await limits.order(admitted.terms.id);
  const { checkouts, serialize: view } = await exchange.running();
  const { record, isNew } = await checkouts.open(admitted);
  return json(isNew ? 201 : 200, view(record));
}

function getCheckout(exchange: Exchange, id: string): Answer | Promise<Answer> {
  const { asked, opened } = exchange;
  const known = asked.headers.get('if-none-match');
  const atOnce = opened?.checkoutCache.atOnce(id);
  if (opened && atOnce) return looked(opened, id, atOnce, known);
  return exchange
    .running()
    .then(async (parts) => looked(parts, id, await parts.checkoutCache.read(id), known));
}

function looked(
  { checkouts }: ProxyRuntime,
  id: string,
  view: SerializedCheckout,
  known: string | null,
): Answer {
  const { version, isStale, lookedAtMs } = view;
  checkouts.touch({ id, lookedAtMs });
  // Weak: the same state may be told with another `now`.
  const etag = `W/"${version}${isStale ? '-stale' : ''}"`;
  return isAmong(known, etag) ? empty(304, { etag }) : jsonText(200, view.toText(), { etag });
}

function isAmong(list: string | null, etag: string): boolean {
  if (list === null || list === etag) return list === etag;
  return list.split(',').some((tag) => tag.trim() === etag);
}

async function streamCheckout(exchange: Exchange, id: string): Promise<Answer> {
  const { limits, client } = exchange;
  const parts = await exchange.running();
  const { checkouts, streams, serialize: view } = parts;
  const record = await findCheckout(parts, id);
  const place = limits.stream(client, record.id);
  try {
    checkouts.touch(record);
    return eventStream(streams.open(view(record), place));
  } catch (error) {
    place.leave();
    throw error;
  }
}

async function cancel(exchange: Exchange, id: string): Promise<Answer> {
  await readObject<CancelRequest>(exchange.whole());
  const parts = await exchange.running();
  const { id: checkoutId, order } = await findCheckout(parts, id);
  await exchange.limits.order(order.id);
  return json(200, parts.serialize(await cancelCheckout(checkoutId, parts)));
}

async function ready(exchange: Exchange): Promise<Answer> {
  const isReady = await exchange
    .running()
    .then((parts) => parts.isReady())
    .catch(() => false);
  return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' });
}

async function metrics(exchange: Exchange): Promise<Answer> {
  if (!exchange.settings.metrics) throw new ProblemError('not_found');
  return plain(await exchange.metrics(), 'text/plain; version=0.0.4; charset=utf-8');
}

/** An id that cannot be one is looked for like any other: both cost and say the same. */
function findCheckout({ checkouts }: ProxyRuntime, id: string): Promise<CheckoutRecord> {
  return checkouts.find(id);
}
