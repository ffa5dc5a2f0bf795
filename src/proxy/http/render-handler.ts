import { renderRequestSchema } from '../../protocol/index.js';
import { takeTurn } from '../base/async.js';
import { openCheckout } from './checkout-handlers.js';
import type { ProxyResponse } from './proxy-request.js';
import { readRequest } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { isToken } from './resolve-order.js';
import { json } from './responses.js';

/** A shared cache would serve the checkout of one payer to another. */
const PRIVATE = { 'cache-control': 'private, no-store' } as const;

/** Renders a checkout for a page of the shop. Opens it as the page itself would. */
export async function handleRender(context: RequestContext): Promise<ProxyResponse> {
  const { limiter, settings } = context.proxy;
  // A page of the shop in this process has no client.
  if (context.request.clientAddress !== undefined) await limiter.countRequest('pages', context.client);
  const request = await readRequest(context.request, renderRequestSchema);
  // Anyone can send a reference, and pages of the shop in this process have no limit per client.
  if (!isToken(request.order, context, 'order_not_found')) await limiter.countRender('references');
  const { record, runtime } = await openCheckout(request.order, context);
  await limiter.countRender('orders');
  // The proxy cannot know which browser gets the page.
  const shown = await runtime.checkouts.view(record, [null]);
  const options = { ...request, endpoint: request.endpoint ?? settings.basePath };
  // Imported with the first page, because it imports all elements.
  await takeTurn();
  const { renderMarkup } = await import('../../render/markup/index.js');
  return json(200, await renderMarkup(runtime.serialize(shown), options), PRIVATE);
}
