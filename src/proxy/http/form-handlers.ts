import { createHash } from 'node:crypto';
import { EMAIL } from '../../protocol/email.js';
import { formRequestSchema, PATHS, type ProblemCode } from '../../protocol/index.js';
import { takeTurn } from '../base/async.js';
import { ProblemError } from '../base/problem-error.js';
import { INVALID_EMAIL } from '../domain/order.js';
import { createInvoice, openCheckout, selectionOf } from './checkout-handlers.js';
import { parseRequest, readForm } from './request-body.js';
import type { ProxyRequest, ProxyResponse } from './request.js';
import { noContent, page, toProblemResponse } from './responses.js';
import { pageRoute, type Route } from './route.js';

/** The pages for payers without JavaScript. */
export const FORM_ROUTES: readonly Route[] = [
  {
    ...pageRoute('POST', PATHS.form, handleForm, null),
    id: 'submitForm',
    summary: 'Select a currency without JavaScript',
    description:
      'Handles the form that `POST /render` puts into the tag. Opens the checkout, creates the invoice, and redirects to a page that shows where to pay. A cookie for that page only contains the id of the checkout.',
    request: 'FormRequest',
    responses: {
      303: [
        'nothing',
        'The invoice exists, or is being created.',
        { 'Location': 'The page of the payment.', 'Set-Cookie': 'The id of the checkout.' },
      ],
      400: ['page', 'A field is missing.'],
      404: ['page', 'The order is unknown.'],
      409: ['page', 'The order accepts no payment, or one was detected on another invoice.'],
      410: ['page', 'The order token has expired.'],
      422: ['page', 'The currency is not offered, or the email address is missing.'],
      429: ['page', 'Too many requests: see `Retry-After`.'],
      502: ['page', 'The payment service rejected the request.'],
      503: ['page', 'The payment service is unavailable.'],
    },
    problems: ['origin_not_allowed', 'store_unavailable'],
  },
  {
    ...pageRoute('GET', PATHS.formPayment, handleFormPayment, null),
    id: 'getFormPayment',
    summary: 'Show a payment without JavaScript',
    description: 'Read-only, for the browser that sent the form.',
    responses: {
      200: ['page', 'Where to pay, or the state of the payment.'],
      404: ['page', 'The cookie of the page is missing, or the checkout is unknown.'],
      429: ['page', 'Too many requests: see `Retry-After`.'],
    },
    problems: ['store_unavailable'],
  },
];

const COOKIE = 'crypto-checkout';
/** One day. If the invoice is open for longer, the form on the shop's page leads the payer back to it. */
const COOKIE_AGE_S = 86_400;

/** The page for each problem. For any other problem, the page reports that the payment could not be opened. */
const PROBLEM_PAGES: Partial<Record<ProblemCode, 'link' | 'coin' | 'closed' | 'paymentDetected' | 'email'>> =
  {
    order_not_found: 'link',
    order_expired: 'link',
    new_link_required: 'link',
    checkout_not_found: 'link',
    currency_not_offered: 'coin',
    service_refused: 'coin',
    price_mismatch: 'coin',
    checkout_closed: 'closed',
    payment_in_progress: 'paymentDetected',
    email_required: 'email',
  };

/**
 * Handles the form of a page without JavaScript. Creates the invoice, and redirects to a page that can be reloaded without
 * creating another one. The checkout id is a capability, and browser histories and logs keep paths. Therefore the id is in a
 * cookie for that page only, and the path only distinguishes several payments in one browser.
 */
async function handleForm(request: ProxyRequest): Promise<ProxyResponse> {
  let locale: string | undefined;
  try {
    const fields = await readForm(request);
    locale = textOf(fields['locale']);
    for (const scope of ['invoices', 'checkouts'] as const)
      await request.proxy.limiter.countRequest(scope, request.client);
    const { order, ...selected } = parseRequest(formRequestSchema, fields);
    const selection = selectionOf(selected);
    const { record, runtime } = await openCheckout(order, request);
    // No script has validated the address: the page must tell the payer what to enter.
    if (selection.email !== null && !EMAIL.test(selection.email))
      throw new ProblemError('email_required', INVALID_EMAIL);
    await request.proxy.limiter.countChange('invoice', record.order.id);
    await createInvoice(record, selection, request, runtime);
    const path = request.proxy.settings.basePath + PATHS.formPayment.replace(':id', pageNameOf(record.id));
    const query = locale === undefined ? '' : `?${new URLSearchParams({ locale }).toString()}`;
    return noContent(303, {
      'location': path + query,
      'set-cookie': `${COOKIE}=${record.id}; Path=${path}; Max-Age=${COOKIE_AGE_S}; HttpOnly; SameSite=Lax${secureAttribute(request)}`,
    });
  } catch (error) {
    return problemResponse(error, locale, request);
  }
}

/** Shows a payment to the browser that sent the form. Read-only. */
async function handleFormPayment(request: ProxyRequest): Promise<ProxyResponse> {
  const locale = new URL(request.url).searchParams.get('locale') ?? undefined;
  try {
    await request.proxy.limiter.countRequest('pages', request.client);
    const id = cookiesOf(request).find((value) => pageNameOf(value) === request.parameter);
    if (id === undefined) throw new ProblemError('checkout_not_found');
    const { checkouts, serialize } = await request.proxy.runtime();
    // A browser without a script has no claim key.
    const record = await checkouts.recordViews(await checkouts.findCheckout(id), [null]);
    checkouts.recordConnectedPage(record);
    await takeTurn();
    const { paymentPage, PAGE_HEADERS } = await import('../../render/markup/plain-page.js');
    return page(200, await paymentPage(serialize(record), locale), PAGE_HEADERS);
  } catch (error) {
    return problemResponse(error, locale, request);
  }
}

async function problemResponse(
  error: unknown,
  locale: string | undefined,
  { requestId, proxy }: ProxyRequest,
): Promise<ProxyResponse> {
  const { status, headers } = toProblemResponse(error, requestId, proxy.settings.logger);
  const kind = (error instanceof ProblemError && PROBLEM_PAGES[error.code]) || 'other';
  const { problemPage, PAGE_HEADERS } = await import('../../render/markup/plain-page.js');
  return page(status, await problemPage(kind, locale), { ...headers, ...PAGE_HEADERS });
}

/** Returns the page name of a checkout, which does not reveal the checkout id. */
function pageNameOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22);
}

/**
 * Returns the attribute `Secure`, unless the page was loaded over http, as in development. Only the origin shows the scheme: a
 * load balancer may terminate TLS.
 */
function secureAttribute(request: ProxyRequest): string {
  return request.header('origin')?.startsWith('http:') ? '' : '; Secure';
}

/** Returns all cookies with that name: another site on the same domain may have set one too. */
function cookiesOf(request: ProxyRequest): readonly string[] {
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.flatMap((pair) => (pair.startsWith(`${COOKIE}=`) ? pair.slice(COOKIE.length + 1) : []));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
