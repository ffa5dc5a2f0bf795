import type { Status } from '../../protocol/index.js';
import { takeTurn } from '../base/async.js';
import { ProblemError } from '../base/problem-error.js';
import { tonManifest } from '../domain/transfer.js';
import { parsePostback } from '../domain/postback.js';
import type { ProxyResponse } from './proxy-request.js';
import { readText } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { json, plain } from './responses.js';

const respondWithStatus = (code: number, status: Status['status']) => json(code, { status } satisfies Status);

/** Accepts a postback in any form. Answers 503 if it cannot be stored, since the service may send it again. */
export async function handlePostback(context: RequestContext): Promise<ProxyResponse> {
  const postback = parsePostback(await readText(context.request));
  const { postbacks } = await context.proxy.runtime();
  await postbacks.handle(postback, context.client);
  // Every postback gets the same response, so that an attacker learns nothing.
  return respondWithStatus(200, 'ok');
}

/** Serves the manifest. Wallets load it from their own origins, without credentials. */
export function handleTonManifest({ proxy }: RequestContext): ProxyResponse {
  const manifest = tonManifest(proxy.settings);
  if (!manifest) throw new ProblemError('not_found');
  return json(200, manifest, {
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  });
}

export function handleLiveness(): ProxyResponse {
  return respondWithStatus(200, 'ok');
}

export async function handleReadiness({ proxy }: RequestContext): Promise<ProxyResponse> {
  try {
    const { store } = await proxy.runtime();
    await store.check();
    return respondWithStatus(200, 'ready');
  } catch {
    return respondWithStatus(503, 'not ready');
  }
}

export async function handleMetrics({ proxy }: RequestContext): Promise<ProxyResponse> {
  if (!proxy.settings.metrics) throw new ProblemError('not_found');
  await takeTurn();
  return plain(await proxy.metrics(), 'text/plain; version=0.0.4; charset=utf-8');
}
