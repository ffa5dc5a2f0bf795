import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ScreenKind } from '../../checkout/screen-kinds.js';
import { LocalizeController } from '../../controllers/localize.js';
import { CustomStatesController } from '../../controllers/states.js';
import { withMessages } from '../../controllers/with-messages.js';
import { badge } from '../../i18n/en/badge.js';
import { base } from '../../styles/base.js';
import { tokens } from '../../styles/tokens.js';
import type { Tone } from '../parts/tone.js';
import { icon } from '../parts/payment-icons.js';
import type { IconName } from '../parts/payment-icons.js';
import { ThemedElement } from '../base/themed-element.js';
import { styles } from './crypto-status-badge.styles.js';

/** Every screen, and `stale`: the service cannot be asked at present. */
export type BadgeState = ScreenKind | 'stale';

const LOOKS = {
  loading: ['neutral', 'wait'],
  choosing: ['neutral', 'cart'],
  creating: ['neutral', 'wait'],
  awaiting: ['neutral', 'clock'],
  detected: ['info', 'eye'],
  processing: ['info', 'wait'],
  partial: ['warn', 'half'],
  paid: ['ok', 'check'],
  overpaid: ['ok', 'plus'],
  checking: ['neutral', 'wait'],
  expired: ['neutral', 'stop'],
  expired_partial: ['warn', 'half'],
  late: ['warn', 'late'],
  canceled: ['neutral', 'close'],
  stale: ['warn', 'offline'],
  error: ['bad', 'warning'],
} as const satisfies Record<BadgeState, readonly [Tone, IconName]>;

function isBadgeState(text: string): text is BadgeState {
  return Object.hasOwn(LOOKS, text);
}

/**
 * A state in two words, with its icon.
 *
 * @csspart badge - the whole badge
 * @csspart icon - its icon
 * @cssState loading - nothing is known yet
 * @cssState choosing - a coin is to be chosen
 * @cssState creating - the address is on its way
 * @cssState awaiting - waits for the money
 * @cssState detected - the transfer is seen
 * @cssState processing - a word of the service that is not known here
 * @cssState partial - a part came
 * @cssState paid - paid in full
 * @cssState overpaid - paid, with extra
 * @cssState checking - the time is over, a last look is taken
 * @cssState expired - the time is over
 * @cssState expired_partial - the time is over, and a part came
 * @cssState late - paid after the deadline
 * @cssState canceled - given up
 * @cssState stale - the service cannot be asked at present
 * @cssState error - there is a problem
 */
export class CryptoStatusBadge extends ThemedElement {
  static override readonly styles = [tokens, base, styles];

  /** A state of the checkout or the name of a screen; anything else shows nothing. */
  @property() state = '';
  /** BCP 47; the nearest `lang` by default. */
  @property() locale = '';

  readonly #localize = new LocalizeController(withMessages(this, badge));

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

declare global {
  interface HTMLElementTagNameMap {
    'crypto-status-badge': CryptoStatusBadge;
  }
}
