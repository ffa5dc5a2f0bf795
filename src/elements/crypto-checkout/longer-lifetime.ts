import { html, type TemplateResult } from 'lit';
import { checkoutOf, type CheckoutViewModel } from './view-model.js';

/** Offered before the address is shown: the deadline of an invoice is fixed when it is created. */
export function moreTime({ screen, localize, flow, actions }: CheckoutViewModel): TemplateResult | null {
  const lifetimes = checkoutOf(screen)?.lifetimes;
  if (!lifetimes) return null;
  const { m } = localize;
  const longest = duration(lifetimes.longestMinutes, m.lang);
  const usual = duration(lifetimes.usualMinutes, m.lang);
  return html`<label class="more-time"
    ><input
      type="checkbox"
      .checked=${flow.needsMoreTime}
      @change=${({ currentTarget }: Event) =>
        actions.send({
          type: 'moreTimeToggled',
          isNeeded: currentTarget instanceof HTMLInputElement && currentTarget.checked,
        })}
    />${m.moreTime(longest, usual)}</label
  >`;
}

/** `1 hr 30 min` */
function duration(minutes: number, locale: string): string {
  const text = (count: number, unit: string) =>
    count === 0 ? [] : [new Intl.NumberFormat(locale, { style: 'unit', unit }).format(count)];
  return [...text(Math.floor(minutes / 60), 'hour'), ...text(minutes % 60, 'minute')].join(' ');
}
