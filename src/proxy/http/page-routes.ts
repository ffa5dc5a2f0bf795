import { PATHS } from '../../protocol/index.js';
import { handleForm, handleFormPayment } from './form-handlers.js';
import { handleCheckoutPage, handleLogo, handlePaymentLink } from './payment-page-handlers.js';
import { fileRoute, pageRoute, type Route } from './route.js';

/** The pages for payers: without JavaScript, and the payment page. */
export const PAGE_ROUTES: readonly Route[] = [
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
    description: '`not_found` unless `shop.logo` is a file. Also answers HEAD.',
    responses: { 200: ['image', 'The file. Browsers may cache it for an hour.'] },
    problems: ['not_found', 'rate_limited'],
  },
];
