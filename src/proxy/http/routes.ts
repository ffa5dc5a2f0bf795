import type { CancelRequest, OpenRequest } from '../../protocol/index.js';
import { admitOrder } from './admission.js';
import { chooseCurrency } from './choosing.js';
import { openWallet } from './customers.js';
import { takePostback } from './postbacks.js';
import { cancelCheckout } from '../checkouts/cancellation.js';
import { empty, eventStream, json, plain, readObject } from './http.js';
import type { Exchange } from './exchange.js';
import type { Running } from '../running.js';
import type { CheckoutRecord } from '../checkouts/record.js';
import { Refusal } from '../refusal.js';
import type { RatedWork } from './limits.js';

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
  { path: /^\/wallets$/, methods: { POST: openWallet } },
  { path: /^\/postbacks$/, methods: { POST: takePostback } },
  { path: /^\/healthz$/, methods: { GET: () => Promise.resolve(json(200, { status: 'ok' })) } },
  { path: /^\/readyz$/, methods: { GET: ready } },
  { path: /^\/metrics$/, methods: { GET: metrics } },
];

/** `POST /checkouts/:id/invoice` and the others, as they are described to other programs. */
export const ROUTE_NAMES: readonly string[] = ROUTES.flatMap((route) =>
  Object.keys(route.methods).map((method) => `${method} ${nameOf(route)}`),
);

/** What counts as more than reading; `null`: as nothing. */
const RATED: Readonly<Record<string, Exclude<RatedWork, 'order'> | null>> = {
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

export interface Match {
  /** The path as a pattern, for figures: `/checkouts/:id`. */
  readonly name: string;
  /** It is asked by operators, also while the proxy stops. */
  readonly isOperation: boolean;
  /** A POST may come without an allowed Origin. */
  readonly isForServers: boolean;
  /** What a client has to be allowed to do. */
  readonly work: Exclude<RatedWork, 'order'> | null;
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
    const name = nameOf(route);
    const work = RATED[name] === undefined ? 'reads' : RATED[name];
    return {
      ...{ name, work, handle },
      allowed: Object.keys(route.methods),
      isOperation: OPERATION.has(name),
      isForServers: FOR_SERVERS.has(name),
    };
  }
  return null;
}

function nameOf({ path }: Route): string {
  return path.source
    .replaceAll('\\/', '/')
    .replaceAll('([^/]+)', ':id')
    .replace(/^\^|\$$/g, '');
}

async function openCheckout({ request, settings, running, limits }: Exchange): Promise<Response> {
  const { order } = await readObject<OpenRequest>(request);
  if (typeof order !== 'string' || order === '') {
    throw new Refusal('invalid_request', 'order is missing: send an order token or a reference');
  }
  const admitted = await admitOrder(order, request, settings);
  await limits.order(admitted.terms.id);
  const { checkouts, view } = await running();
  const { record, isNew } = await checkouts.open(admitted);
  return json(isNew ? 201 : 200, view(record));
}

async function getCheckout({ request, running }: Exchange, id: string): Promise<Response> {
  const { checkouts, view } = await running();
  const record = await findCheckout(await running(), id);
  void checkouts.touch(record);
  const checkout = view(record);
  // Weak: the same state may be told with another `now`.
  const etag = `W/"${checkout.version}${checkout.stale ? '-stale' : ''}"`;
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  return known.includes(etag) ? empty(304, { etag }) : json(200, checkout, { etag });
}

async function streamCheckout({ running, limits, client }: Exchange, id: string): Promise<Response> {
  const { checkouts, streams, view } = await running();
  const record = await findCheckout(await running(), id);
  const leave = limits.stream(client, record.id);
  try {
    void checkouts.touch(record);
    return eventStream(streams.open(view(record), leave));
  } catch (error) {
    leave();
    throw error;
  }
}

async function cancel({ request, running, limits }: Exchange, id: string): Promise<Response> {
  await readObject<CancelRequest>(request);
  const parts = await running();
  const { id: checkoutId, order } = await findCheckout(parts, id);
  await limits.order(order.id);
  return json(200, parts.view(await cancelCheckout(checkoutId, parts)));
}

async function ready({ running }: Exchange): Promise<Response> {
  const isReady = await running()
    .then((parts) => parts.isReady())
    .catch(() => false);
  return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' });
}

async function metrics({ settings, metrics: text }: Exchange): Promise<Response> {
  if (!settings.metrics) throw new Refusal('not_found');
  return plain(await text(), 'text/plain; version=0.0.4; charset=utf-8');
}

/** An id that cannot be one is looked for like any other: both cost and say the same. */
function findCheckout({ checkouts }: Running, id: string): Promise<CheckoutRecord> {
  return checkouts.find(id);
}
