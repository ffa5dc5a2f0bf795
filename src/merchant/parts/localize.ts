import { LocalizeController } from '../../controllers/localize.js';
import { badge } from '../../locales/compiled/payer/en/badge.js';
import { payment } from '../../locales/compiled/payer/en/payment.js';
import { languageOf, type LoadedMessages } from '../../i18n/index.js';
import { currencyOf, isCurrencyCode, scaleAmount } from '../../payment/index.js';
import { numberFormat } from '../../payment/intl.js';
import { merchantMessages } from './messages.js';
import type { MerchantMessages } from './messages.js';
import type { ReactiveControllerHost } from 'lit';

/** Stands for a number or a code of the payment service that is unreadable, in every language. */
export const UNREADABLE = '?';

type Host = HTMLElement & ReactiveControllerHost & { readonly locale: string };

/** The messages for the staff, in addition to those for payers, with prices and times in the language of the element. */
export class MerchantLocalize extends LocalizeController {
  constructor(host: Host) {
    super(host, [badge, payment]);
  }

  /** Waits for both catalogs, so that no element mixes two languages. */
  protected override load(locale: string): LoadedMessages {
    const payers = super.load(locale);
    const { state } = merchantMessages.get(languageOf(locale));
    return state === 'ready' || payers.state !== 'ready' ? payers : { m: super.load('en').m, state };
  }

  get t(): MerchantMessages {
    return merchantMessages.get(languageOf(this.m.lang)).m;
  }

  /** The separator of two facts in a line. */
  get comma(): string {
    return this.t.details.by('', '');
  }

  /** Returns `USDT on TRON` or `BTC`; the code, if this release does not know the coin. */
  coin(code: string): string {
    if (!isCurrencyCode(code)) return code;
    const { symbol, network } = currencyOf(code);
    return code === symbol ? symbol : this.t.coinOnNetwork(symbol, network.name);
  }

  /** `50.12 USDT` */
  inCoin(amount: string, code: string): string {
    return `${amount} ${isCurrencyCode(code) ? currencyOf(code).symbol : code}`;
  }

  /** A value in USD, which may be below zero, without parts of a cent: the payment service calculates it with more digits. */
  usd(amount: string): string {
    const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(amount) ?? [];
    return sign + this.fiat(scaleAmount(digits, { by: '1', over: '1', decimals: 2 }), 'USD');
  }

  number(value: number): string {
    return numberFormat(this.locale)(value);
  }
}
