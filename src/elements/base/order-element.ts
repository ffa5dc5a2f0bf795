import { property } from 'lit/decorators.js';
import type { CheckoutSession } from '../../checkout/session.js';
import { ThemedElement } from './themed-element.js';

/** What a page says of an order that is to be paid: the same for the card and for the button that opens it. */
export abstract class OrderElement extends ThemedElement {
  /** The proxy's base path or address. */
  @property() endpoint = '/crypto-checkout';
  /** A signed order token, or a reference that the shop's resolver knows. */
  @property() order = '';
  /** The id of a checkout to continue. */
  @property() checkout = '';
  /** A currency code that is chosen at once, where it is offered and nothing else was chosen. */
  @property() currency = '';
  /** Currency codes between spaces or commas: only these are shown, in this order, as far as they are offered. */
  @property() currencies = '';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';
  /** Language tags between spaces or commas: a menu of them in the foot. The help has one of all without that. */
  @property() languages = '';
  /** As for `fetch`: whether cookies go along to another origin. */
  @property() credentials: RequestCredentials = 'same-origin';
  /**
   * Seconds after which a payment that was seen to be paid leads back to the order's return address by itself; the
   * payer is told and can stop it, so it is never less than 20 (WCAG 2.2.1). Never by default.
   */
  @property({ type: Number, attribute: 'return-after' }) returnAfter = 0;
  /**
   * The shop's page that goes on with a payment, `{checkout}` in it for the id: `/pay#{checkout}`. For the payer's
   * phone, which reads it from the screen. Who has the id may see and pay the checkout: a fragment is sent to nobody.
   */
  @property({ attribute: 'resume-url' }) resumeUrl = '';
  /** A ready session, instead of `endpoint` and `order`. */
  @property({ attribute: false }) session: CheckoutSession | null = null;
}
