import { formatFiat } from '../payment/index.js';
import { messagesFor } from '../i18n/index.js';
import type { Messages } from '../i18n/index.js';

/** Words, prices and times for one element: by its `locale`, else by the nearest `lang`, else by the browser. */
export class Localize {
  readonly #host: HTMLElement & { readonly locale: string };

  constructor(host: HTMLElement & { readonly locale: string }) {
    this.#host = host;
  }

  get m(): Messages {
    return messagesFor(this.locale);
  }

  /** A BCP 47 tag that `Intl` takes. */
  get locale(): string {
    return [this.#host.locale, nearestLang(this.#host), navigator.language].find(isLocale) ?? 'en';
  }

  /** @throws {AmountError} when `amount` is not a number */
  fiat(amount: string, currency: string): string {
    return formatFiat(amount, currency, this.locale);
  }

  /** `14:12`; `14:03:20` with seconds. */
  time(iso: string, seconds = false): string {
    return this.#format(iso, { timeStyle: seconds ? 'medium' : 'short' });
  }

  /** `22 Nov, 14:12` */
  moment(iso: string): string {
    return this.#format(iso, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
  }

  /** `14:12` today, `22 Nov, 14:12` on another day than `nowMs`. */
  until(iso: string, nowMs: number | null): string {
    const isToday = nowMs === null || new Date(iso).toDateString() === new Date(nowMs).toDateString();
    return isToday ? this.time(iso) : this.moment(iso);
  }

  #format(iso: string, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, options).format(new Date(iso));
  }
}

function isLocale(tag: string): boolean {
  try {
    return tag !== '' && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** `lang` of the nearest ancestor that has one, through shadow roots. */
function nearestLang(element: Element): string {
  const holder = element.closest('[lang]');
  if (holder) return holder.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : '';
}
