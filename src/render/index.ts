import { isbot } from 'isbot';
import type { Problem, RenderedCheckout, RenderRequest } from '../protocol/index.js';
import type { CheckoutProxy } from '../proxy/index.js';
import { headLines, pageFiles, type HeadOptions } from './markup/head.js';
import { renderProblem, renderTag } from './markup/index.js';

export { setMessages } from '../i18n/set-messages.js';
export type { RenderedCheckout, RenderLevel } from '../protocol/index.js';
export type { HeadOptions };

export interface RenderCheckoutOptions extends Omit<RenderRequest, 'endpoint'> {
  /** The proxy in this process. */
  readonly proxy: Pick<CheckoutProxy, 'fetch'>;
  /** Base path of the proxy. Default: `/crypto-checkout`. */
  readonly basePath?: string;
  /** URL of the proxy for the page, if it is on another origin. Default: `basePath`. */
  readonly endpoint?: string;
  /** The request for the page. Resolvers receive its cookies. For a robot or a prefetch, `renderCheckout` opens no checkout. */
  readonly request?: PageRequest;
}

/** A web `Request`, or a request of `node:http` or of a framework on top of it, such as Express. */
export interface PageRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * Returns the HTML for the `head` of a page with a checkout. It loads the elements, and everything that the first screen needs, in
 * one round trip.
 */
export async function head(options: HeadOptions = {}): Promise<string> {
  return headLines(await pageFiles(), options);
}

/**
 * Returns the same hashes as `csp` of a shell, for a site that sends one `style-src` on every page. `dist/integrity.json` lists them
 * as `style-src`.
 */
export async function styleSources(): Promise<string> {
  return (await import('./markup/shell.js')).styleSources();
}

/**
 * Renders a checkout into a page of the shop, so that the page needs no first request. With `level: 'shell'`, the payer sees the
 * currencies or the payment before any script has run. The proxy opens the checkout of the order, within its rate limits.
 *
 * Never rejects. If anything fails, or if no visitor sees the page yet, it returns only the tag, and the page opens the checkout. The tag
 * of a paid order, and of an order that is unknown or has expired, contains a message for payers without JavaScript.
 * Send the page with `Cache-Control: private, no-store`.
 */
export async function renderCheckout(options: RenderCheckoutOptions): Promise<RenderedCheckout> {
  const {
    proxy,
    basePath = '/crypto-checkout',
    request,
    endpoint = basePath,
    level,
    ...attributes
  } = options;
  const { locale } = attributes;
  const body = JSON.stringify({ ...attributes, endpoint, level });
  const rendered = isUnseen(request)
    ? ''
    : await fetchRendered(proxy, basePath, body, request)
        .then(async (answer) => ('html' in answer ? answer : await renderProblem(answer.code, locale)))
        .catch(() => '');
  if (typeof rendered !== 'string') return rendered;
  return {
    head: headLines(await pageFiles(), { basePath: endpoint, locale }),
    html: renderTag({ ...attributes, endpoint }, rendered),
    csp: '',
  };
}

/** Returns whether a robot or a prefetch sent the request, so that no visitor sees the page yet (Fetch standard, "Sec-Purpose"). */
function isUnseen(request: RenderCheckoutOptions['request']): boolean {
  const isPrefetch = headerOf(request, 'sec-purpose').includes('prefetch');
  return isPrefetch || isbot(headerOf(request, 'user-agent'));
}

/** Checks for a method: the `Headers` of a framework may be another class than the global one. */
function isWeb(headers: PageRequest['headers']): headers is Headers {
  return typeof headers['get'] === 'function';
}

function headerOf(request: PageRequest | undefined, name: 'sec-purpose' | 'user-agent' | 'cookie'): string {
  if (request === undefined) return '';
  const { headers } = request;
  const value = isWeb(headers) ? headers.get(name) : headers[name];
  return value === undefined || value === null ? '' : String(value);
}

/** Calls the proxy in this process, without the network. If the proxy refuses, it logs why. */
async function fetchRendered(
  proxy: RenderCheckoutOptions['proxy'],
  basePath: string,
  body: string,
  request: RenderCheckoutOptions['request'],
): Promise<RenderedCheckout | Problem> {
  const cookie = headerOf(request, 'cookie');
  const response = await proxy.fetch(
    new Request(`http://localhost${basePath.replace(/\/+$/, '')}/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body,
    }),
  );
  return (await response.json()) as RenderedCheckout | Problem;
}
