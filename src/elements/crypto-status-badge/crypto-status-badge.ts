import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ScreenKind } from '../../checkout/screen-kinds.js';
import { LocalizeController } from '../../controllers/localize.js';
import { CustomStatesController } from '../../controllers/states.js';
import { badge } from '../../locales/compiled/payer/en/badge.js';
import type { Tone } from '../parts/tone.js';
import { icon, type IconName } from '../parts/payment-icons.js';
import { ThemedElement } from '../base/themed-element.js';
import { badgeTones } from '../parts/badge-tones.styles.js';
import { styles } from './crypto-status-badge.styles.js';

/** Every screen, and `stale`: the payment service is not reachable. */
export type BadgeState = ScreenKind | 'stale';

const LOOKS = {
  loading: ['neutral', 'wait'],
  choosing: ['neutral', 'cart'],
  creating: ['neutral', 'wait'],
  awaiting: ['neutral', 'clock'],
  detected: ['info', 'eye'],
  processing: ['info', 'wait'],
  partial: ['warning', 'half'],
  partial_detected: ['info', 'eye'],
  paid: ['success', 'check'],
  overpaid: ['success', 'plus'],
  checking: ['neutral', 'wait'],
  expired: ['neutral', 'stop'],
  expired_partial: ['warning', 'half'],
  late: ['warning', 'late'],
  canceled: ['neutral', 'close'],
  stale: ['warning', 'offline'],
  error: ['danger', 'warning'],
} as const satisfies Record<BadgeState, readonly [Tone, IconName]>;

function isBadgeState(text: string): text is BadgeState {
  return Object.hasOwn(LOOKS, text);
}

/**
 * A payment state as a short label with an icon.
 *
 * @cssState loading - nothing is known yet
 * @cssState choosing - the payer selects a currency
 * @cssState creating - the invoice is being created
 * @cssState awaiting - waiting for the payment
 * @cssState detected - the transaction is detected
 * @cssState processing - a status of the service that is unknown here
 * @cssState partial - part of the amount is received
 * @cssState partial_detected - part of the amount is received, and another transaction is detected
 * @cssState paid - paid in full
 * @cssState overpaid - more than the amount is paid
 * @cssState checking - the deadline passed, the final status is being checked
 * @cssState expired - the deadline passed
 * @cssState expired_partial - the deadline passed with part of the amount received
 * @cssState late - paid late
 * @cssState canceled - the payer canceled
 * @cssState stale - the payment service is not reachable
 * @cssState error - there is a problem
 */
export class CryptoStatusBadge extends ThemedElement {
  static override readonly styles = [ThemedElement.styles, badgeTones, styles];

  /** A state of the checkout or the name of a screen; renders nothing for other values. */
  @property() state = '';

  readonly #localize = new LocalizeController(this, [badge]);

  constructor() {
    super();
    new CustomStatesController(this, () => [isBadgeState(this.state) && this.state]);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!isBadgeState(this.state)) return nothing;
    const [tone, name] = LOOKS[this.state];
    const badge = html`<span class="badge" part="badge" data-tone=${tone}
      >${icon(name)}<span>${this.#localize.m.badge[this.state]}</span></span
    >`;
    return this.#localize.marked(badge);
  }
}
