import { property } from 'lit/decorators.js';
import type { CheckoutSession } from '../../checkout/session.js';
import { ThemedElement } from './themed-element.js';

/** The attributes of an order, shared by the checkout and the button that opens it. */
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
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';
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
  /** A session, instead of `endpoint` and `order`. */
  @property({ attribute: false }) session: CheckoutSession | null = null;
}
