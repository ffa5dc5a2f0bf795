import { property } from 'lit/decorators.js';
import type { CheckoutSession } from '../../checkout/session.js';
import type { Checkout } from '../../protocol/index.js';
import { ThemedElement } from './themed-element.js';

/**
 * The attributes and events of an order, shared by the checkout and the button that opens it.
 *
 * @fires {CryptoReadyEvent} crypto-ready - the checkout is open and its state is known
 * @fires {CryptoCurrencyChangeEvent} crypto-currency-change - the payer selected a currency
 * @fires {CryptoInvoiceCreatedEvent} crypto-invoice-created - an invoice with an address to pay to was created
 * @fires {CryptoStateChangeEvent} crypto-state-change - the payment state changed
 * @fires {CryptoPaidEvent} crypto-paid - paid in full; also dispatched once when the page opens a payment that was paid before
 * @fires {CryptoOverpaidEvent} crypto-overpaid - more than the amount was paid
 * @fires {CryptoPartialEvent} crypto-partial - partial payment received; repeated for each further payment
 * @fires {CryptoExpiredEvent} crypto-expired - the deadline passed
 * @fires {CryptoCanceledEvent} crypto-canceled - the payer canceled
 * @fires {CryptoErrorEvent} crypto-error - an action failed
 * @fires {CryptoReturnEvent} crypto-return - the payer returns to the shop, or `return-after` has passed; call `preventDefault()` to stay
 * @fires {CryptoCloseEvent} crypto-close - the payer closes the dialog; call `preventDefault()` to keep it open
 */
export abstract class OrderElement extends ThemedElement {
  /** The proxy's base path or address. */
  @property() endpoint = '/crypto-checkout';
  /** A signed order token, or a reference for the shop's resolver. */
  @property() order = '';
  /** The id of a checkout to continue. */
  @property() checkout = '';
  /** A currency code to select immediately, if it is offered and no other is selected. */
  @property() currency = '';
  /** Currency codes, separated by spaces or commas: shows only these, in this order, if they are offered. */
  @property() currencies = '';
  /** Language tags, separated by spaces or commas, for a menu in the footer. Without them Help has a menu of all languages. */
  @property() languages = '';
  /** As for `fetch`: whether to send cookies to another origin. */
  @property() credentials: RequestCredentials = 'same-origin';
  /**
   * Seconds until the page returns to the order's return URL after the payment. The payer can stop it, so the minimum is
   * 20 (WCAG 2.2.1). Default: no automatic return.
   */
  @property({ type: Number, attribute: 'return-after' }) returnAfter = 0;
  /**
   * URL of the shop's page that continues a payment, with `{checkout}` for the id: `/pay#{checkout}`. The payer's phone
   * scans it from the screen. Anyone who has the id can view and pay the checkout: a fragment is sent to no server.
   */
  @property({ attribute: 'resume-url' }) resumeUrl = '';
  /** The shop's name. Default: as the proxy has it. */
  @property({ attribute: 'shop-name' }) shopName = '';
  /**
   * URL of the shop's logo, a square image: `https:`, and `http:` on a page that is on `http:` itself. If it cannot be loaded,
   * the first letter of the name is in its place. Default: as the proxy has it.
   */
  @property({ attribute: 'shop-logo' }) shopLogo = '';
  /**
   * The checkout as `renderCheckout()` of the shop's server returned it: shown without a first request. In HTML it is a
   * direct child `<script type="application/json">` of the tag.
   */
  @property({ attribute: false }) initialCheckout: Checkout | null = null;
  /** A session, instead of `endpoint` and `order`. */
  @property({ attribute: false }) session: CheckoutSession | null = null;
}
