import { PATHS } from '../../protocol/index.js';
import type { Page, PageSettings } from '../../render/markup/page-document.js';
import { ProblemError } from '../base/problem-error.js';
import type * as Pages from '../../render/markup/payment-page.js';
import { takeTurn } from '../base/async.js';
import { DAY_MS } from '../base/time.js';
import { parseWeightedList } from '../base/weighted-list.js';
import { OrderError } from '../domain/order.js';
import { opensByOrder } from '../domain/viewer.js';
import {
  MAX_ORDER_TOKEN_LENGTH,
  OrderTokenError,
  readOrderToken,
  type IssuedOrder,
} from '../domain/shop-tokens.js';
import type { HandlerDependencies, ProxyRequest, ProxyResponse } from './request.js';
import { page, toProblemResponse } from './responses.js';
import { fileRoute, pageRoute, type Route } from './route.js';

/** The payment page, and the logo on it. */
export const PAYMENT_PAGE_ROUTES: readonly Route[] = [
  {
    ...pageRoute('GET', PATHS.pay, handlePaymentLink, null),
    caller: 'browser',
    id: 'getPaymentPage',
    summary: 'Show the payment page of an order token',
    description:
      'Opens no checkout: the script of the page does. The language is that of `?locale=`, or of `Accept-Language`. `not_found` if the proxy has no `publicUrl` or no `orderSecrets`.',
    responses: {
      200: ['page', 'The order with its price, or a message that the order is paid.'],
      404: ['page', 'The link is invalid. The page is the same for every text that is not an order token.'],
      410: ['page', 'The link has expired.'],
      429: ['page', 'Too many requests: see `Retry-After`.'],
      503: ['page', 'The store is unavailable, or the proxy is shutting down.'],
    },
    problems: ['not_found'],
  },
  {
    ...pageRoute('GET', PATHS.page, handleCheckoutPage, null),
    caller: 'browser',
    id: 'getCheckoutPage',
    summary: 'Show the payment page of a checkout',
    description:
      'The id is in the fragment of the address, which browsers do not send. `not_found` if the proxy has no `publicUrl`.',
    responses: {
      200: ['page', 'The same page for every checkout.'],
      429: ['page', 'Too many requests: see `Retry-After`.'],
    },
    problems: ['not_found'],
  },
  {
    ...fileRoute('/logo.:type', handleLogo),
    id: 'getLogo',
    summary: 'Load the logo of the shop',
    description: '`not_found` unless `shop.logo` is a file. Also supports HEAD.',
    responses: { 200: ['image', 'The file. Browsers may cache it for an hour.'] },
    problems: ['not_found', 'rate_limited'],
  },
];

/** Renders the page of an order token. Opens no checkout, because crawlers and link previews also load pages. */
async function handlePaymentLink(request: ProxyRequest): Promise<ProxyResponse> {
  const { proxy, parameter: token } = request;
  return showPage(request, async (pages, settings, locale) => {
    const order = await readLink(token, proxy);
    if (order === null) return respondWithPage(404, await pages.unknownPage(settings, locale));
    const { expiresAtMs } = order;
    const { checkouts, serialize } = await proxy.runtime();
    const record = await checkouts.previewCheckout(order);
    const checkout = serialize(record);
    await takeTurn();
    if (!opensByOrder(record)) return respondWithPage(200, await pages.paidPage(checkout, settings, locale));
    if (proxy.settings.clock.nowMs() >= expiresAtMs)
      return respondWithPage(410, await pages.expiredPage(checkout, expiresAtMs, settings, locale));
    return respondWithPage(200, await pages.orderPage({ checkout, token, expiresAtMs }, settings, locale));
  });
}

/** Renders the page of a checkout. Only the page's script reads the checkout id, from the fragment of the URL. */
async function handleCheckoutPage(request: ProxyRequest): Promise<ProxyResponse> {
  return showPage(request, async (pages, settings, locale) =>
    respondWithPage(200, await pages.checkoutPage(settings, locale)),
  );
}

/** Counts the request, and responds with a page for a person, even beyond the limit. */
async function showPage(
  request: ProxyRequest,
  show: (pages: typeof Pages, settings: PageSettings, locale: string) => Promise<ProxyResponse>,
): Promise<ProxyResponse> {
  const { proxy } = request;
  const settings = pageSettings(proxy);
  // Imported with the first page, because it imports all elements.
  const pages = await import('../../render/markup/payment-page.js');
  const locale = pages.pageLocale(...languagesOf(request));
  try {
    await proxy.limiter.countRequest('pages', request.client);
    return await show(pages, settings, locale);
  } catch (error) {
    const { status, headers } = toProblemResponse(error, request.requestId, proxy.settings.logger);
    const failed = await pages.failedPage(settings, locale);
    return page(status, failed.html, { ...headers, ...failed.headers });
  }
}

/**
 * Serves the logo of the shop. Its Content-Security-Policy blocks scripts and styles in an SVG that a person opens directly. On a
 * page, the logo is an image, and the policy of the page applies.
 */
async function handleLogo({ proxy, parameter, method }: ProxyRequest): Promise<ProxyResponse> {
  const { logoFile: logo } = proxy.settings;
  if (logo === null || logo.extension !== `.${parameter}`) throw new ProblemError('not_found');
  return {
    status: 200,
    headers: {
      'content-type': logo.type,
      'content-length': String(logo.bytes.length),
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: method === 'HEAD' ? null : logo.bytes,
  };
}

/** @throws {ProblemError} `not_found` */
function pageSettings({ settings }: HandlerDependencies): PageSettings {
  const { publicUrl, supportUrl, shop, orderKeys } = settings;
  if (publicUrl === undefined || orderKeys.length === 0)
    throw new ProblemError('not_found', 'The payment page needs the options publicUrl and orderSecrets.');
  return { publicUrl, supportUrl, shop };
}

/** Returns the order of a token; `null` if the token is invalid. The page must not reveal the reason. */
async function readLink(token: string, { settings }: HandlerDependencies): Promise<IssuedOrder | null> {
  const { orderKeys, clock, maxOrderTokenDays } = settings;
  if (token.length > MAX_ORDER_TOKEN_LENGTH) return null;
  try {
    return await readOrderToken(token, orderKeys, clock.nowMs(), maxOrderTokenDays * DAY_MS);
  } catch (error) {
    if (error instanceof OrderTokenError || error instanceof OrderError) return null;
    throw error;
  }
}

function respondWithPage(status: number, { html, headers }: Page): ProxyResponse {
  return page(status, html, headers);
}

/** Browsers send shorter headers. */
const MAX_LANGUAGES_LENGTH = 500;

/** Returns the language that the payer chose, and those that the browser prefers, best first (RFC 9110 §12.5.4). */
function languagesOf(request: ProxyRequest): readonly [chosen: string | null, preferred: readonly string[]] {
  const header = (request.header('accept-language') ?? '').slice(0, MAX_LANGUAGES_LENGTH);
  const preferred = parseWeightedList(header)
    .filter(([, weight]) => weight > 0)
    .sort(([, one], [, other]) => other - one)
    .map(([tag]) => tag);
  return [new URL(request.url).searchParams.get('locale'), preferred];
}
