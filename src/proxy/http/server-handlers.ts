import type { Status } from '../../protocol/index.js';
import { takeTurn } from '../base/async.js';
import { ProblemError } from '../base/problem-error.js';
import { TON_MANIFEST_PATH, tonManifest } from '../domain/transfer.js';
import { parsePostback } from '../domain/postback.js';
import { readText } from './request-body.js';
import type { ProxyRequest, ProxyResponse } from './request.js';
import { json, plain } from './responses.js';
import { fileRoute, type Route } from './route.js';

export const TON_MANIFEST_ROUTE: Route = {
  ...fileRoute(TON_MANIFEST_PATH, handleTonManifest),
  id: 'getTonManifest',
  summary: 'Load the manifest of the shop for TON wallets',
  description:
    'The app manifest of TON Connect. Any origin may read it. `not_found` if the proxy has no `publicUrl`. Also supports HEAD.',
  responses: { 200: ['TonManifest', 'The manifest. Browsers may cache it for an hour.'] },
  problems: ['not_found', 'rate_limited'],
};

/** The routes for the payment service, and for the operator of the proxy. */
export const SERVER_ROUTES: readonly Route[] = [
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
    responses: { 200: ['Status', 'The process is running.'] },
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

const respondWithStatus = (code: number, status: Status['status']) => json(code, { status } satisfies Status);

/** Accepts a postback in any form. Responds with 503 if it cannot be stored: the service may send it again. */
async function handlePostback(request: ProxyRequest): Promise<ProxyResponse> {
  const postback = parsePostback(await readText(request));
  const { postbacks } = await request.proxy.runtime();
  await postbacks.handlePostback(postback, request.client);
  // Every postback gets the same response: an attacker must learn nothing.
  return respondWithStatus(200, 'ok');
}

/** Serves the manifest. Wallets load it from their own origins, without credentials. */
async function handleTonManifest({ proxy }: ProxyRequest): Promise<ProxyResponse> {
  const manifest = tonManifest(proxy.settings);
  if (!manifest) throw new ProblemError('not_found');
  return json(200, manifest, {
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

async function handleLiveness(): Promise<ProxyResponse> {
  return respondWithStatus(200, 'ok');
}

async function handleReadiness({ proxy }: ProxyRequest): Promise<ProxyResponse> {
  try {
    const { store } = await proxy.runtime();
    await store.assertWritable();
    return respondWithStatus(200, 'ready');
  } catch {
    return respondWithStatus(503, 'not ready');
  }
}

async function handleMetrics({ proxy }: ProxyRequest): Promise<ProxyResponse> {
  if (!proxy.settings.metrics) throw new ProblemError('not_found');
  await takeTurn();
  return plain(await proxy.metrics(), 'text/plain; version=0.0.4; charset=utf-8');
}
