import { formatFiat } from '../payment/index.js';
import { dateFormat } from '../payment/intl.js';
import { MessagesController } from './messages.js';

let isPrepared = false;

/** Messages, prices and times for one element, in the language that `MessagesController` decides. */
export class LocalizeController extends MessagesController {
  /** The first price and time take a browser 20 ms: prepare both once per page, while a response is pending. */
  override hostConnected(): void {
    super.hostConnected();
    if (!isPrepared) {
      setTimeout(() => this.fiat('0', 'USD'));
      setTimeout(() => this.time('2026'));
    }
    isPrepared = true;
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
    return dateFormat(this.locale, options).format(new Date(iso));
  }
}
