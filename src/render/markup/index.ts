import type { Checkout, ProblemCode, RenderedCheckout, RenderRequest } from '../../protocol/index.js';
import { currencyForm, messageHtml } from './currency-form.js';
import { attributesOf } from './escape.js';
import { headLines, pageFiles } from './head.js';
import { localized } from './locale.js';

type TagOptions = Omit<RenderRequest, 'level'> & { readonly endpoint: string };

function tagAttributes(options: TagOptions): Readonly<Record<string, string | undefined>> {
  const { endpoint, order, locale, currencies, languages, theme } = options;
  const { resumeUrl, returnAfter, shopName, shopLogo } = options;
  return {
    ...{ endpoint, order, locale, currencies, languages, theme },
    'resume-url': resumeUrl,
    'shop-name': shopName,
    'shop-logo': shopLogo,
    'return-after': returnAfter ? String(returnAfter) : undefined,
  };
}

/** Returns the tag without a checkout, which the page then opens. */
export function renderTag(options: TagOptions, content = ''): string {
  return `<crypto-checkout${attributesOf(tagAttributes(options))}>${content}</crypto-checkout>`;
}

/**
 * Returns what a payer without JavaScript reads inside the tag of an order that the proxy does not open. Empty if it may open it
 * later, or if the shop has to correct something.
 */
export async function renderProblem(code: ProblemCode, locale: string | undefined): Promise<string> {
  const { problem } = (await localized(locale)).m;
  if (code === 'checkout_closed') return `<noscript>${messageHtml(problem.closed)}</noscript>`;
  if (code !== 'order_not_found' && code !== 'order_expired') return '';
  return `<noscript>${messageHtml({ title: problem.link, text: problem.openAgain })}</noscript>`;
}

/** Returns the markup of a checkout for a page of the shop. @throws {Error} if an element cannot be rendered */
export async function renderMarkup(
  checkout: Checkout,
  { level = 'state', ...options }: RenderRequest & { readonly endpoint: string },
): Promise<RenderedCheckout> {
  const localization = await localized(options.locale);
  const { renderShell, styleSources } = level === 'shell' ? await import('./shell.js') : {};
  const shell = await renderShell?.(checkout, tagAttributes(options));
  // A direct child of the tag, where the element reads it. `<` is escaped, so that no text can end the script.
  const state = JSON.stringify(checkout).replaceAll('<', '\\u003c');
  const form = currencyForm(checkout, options, options.endpoint, localization);
  const content = `${shell ?? ''}<script type="application/json">${state}</script><noscript>${form}</noscript>`;
  const { endpoint: basePath, locale } = options;
  const isPaying = checkout.state !== 'choosing';
  return {
    head: headLines(await pageFiles(), { basePath, locale, isPaying }),
    html: renderTag(options, content),
    csp: shell && styleSources ? styleSources() : '',
  };
}
