import type { RenderLevel, RenderRequest } from '../../protocol/index.js';
import { takeTurn } from '../base/take-turn.js';
import { ProblemError } from '../base/problem-error.js';
import { openCheckout, parseOrderText } from './checkout-handlers.js';
import type { ProxyResponse } from './proxy-request.js';
import { readJsonObject, type Unchecked } from './request-body.js';
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
  const request = parseRequest(await readJsonObject<RenderRequest>(context.request));
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

/** @throws {ProblemError} `invalid_request` */
function parseRequest({
  order,
  level = 'state',
  returnAfter,
  ...texts
}: Unchecked<RenderRequest>): RenderRequest {
  if (!isLevel(level)) throw invalid('level', 'Send "state" or "shell", or leave it out');
  if (returnAfter !== undefined && !(typeof returnAfter === 'number' && returnAfter > 0))
    throw invalid('returnAfter', 'Send seconds, or leave it out');
  const { locale, currencies, languages, theme, resumeUrl, endpoint, shopName, shopLogo } = texts;
  if (typeof endpoint === 'string' && !isWebAddress(endpoint))
    throw invalid('endpoint', 'Send the base path or the http(s) URL of the proxy, or leave it out');
  return {
    order: parseOrderText(order),
    level,
    ...(returnAfter !== undefined && { returnAfter }),
    ...textsOf({ locale, currencies, languages, theme, resumeUrl, endpoint, shopName, shopLogo }),
  };
}

/** A path, or a URL that a page can load from. Another one, such as `javascript:`, would run in the page of the shop. */
function isWebAddress(text: string): boolean {
  const page = 'https://page.invalid/';
  return URL.canParse(text, page) && /^https?:$/.test(new URL(text, page).protocol);
}

function isLevel(level: unknown): level is RenderLevel {
  return level === 'state' || level === 'shell';
}

function textsOf<Name extends string>(
  values: Readonly<Record<Name, unknown>>,
): Partial<Readonly<Record<Name, string>>> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  for (const [name, value] of entries)
    if (typeof value !== 'string') throw invalid(name, 'Send a string, or leave it out');
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

function invalid(name: string, remedy: string): ProblemError {
  return new ProblemError('invalid_request', `${name} is invalid. ${remedy}.`);
}
