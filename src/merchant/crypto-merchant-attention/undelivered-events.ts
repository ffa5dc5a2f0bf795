import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { EventsAttention, UndeliveredEvent } from '../../protocol/index.js';
import { eventText } from '../parts/event-text.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { sentence } from '../../elements/parts/sentence.js';

interface Options {
  readonly localize: MerchantLocalize;
  readonly nowMs: number;
  /** Renders the button that opens a payment. @param about the id of the element that describes the button */
  readonly opener: (payment: string, about: string) => TemplateResult;
  /** Renders the button that resends an event; `null` if the person may not. */
  readonly resend: ((event: UndeliveredEvent, about: string) => TemplateResult) | null;
}

/** Renders the events that have not reached the shop's server, with their payment, their age and what a person can do. */
export function undeliveredEvents(
  { events, waiting, dead }: EventsAttention,
  options: Options,
): TemplateResult | typeof nothing {
  if (events.length === 0) return nothing;
  const { localize } = options;
  const { t } = localize;
  const all = waiting + dead;
  return html`<div class="events">
    <ul aria-label=${t.details.events}>
      ${repeat(
        events,
        ({ id }) => id,
        (event) => row(event, options),
      )}
    </ul>
    ${
      events.length < all
        ? html`<p class="dim">
            ${t.payments.range(localize.number(1), localize.number(events.length), localize.number(all))}
          </p>`
        : nothing
    }
  </div>`;
}

function row(event: UndeliveredEvent, { localize, nowMs, opener, resend }: Options): TemplateResult {
  const { t } = localize;
  const { id, type, status, payment, since } = event;
  const about = `event-${id}`;
  const order = payment
    ? html`<b><bdi>${sentence(t.order(payment.orderId), payment.orderId)}</bdi></b
        >${localize.comma}`
    : nothing;
  return html`<li>
    <p id=${about}>
      ${eventText(type, localize)}
      <small
        >${order}${t.details.eventStates[status]}${localize.comma}${t.attention.since(localize.until(since, nowMs))}</small
      >
    </p>
    <span class="actions">
      ${payment ? opener(payment.id, about) : nothing} ${resend ? resend(event, about) : nothing}
    </span>
  </li>`;
}
