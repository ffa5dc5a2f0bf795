import { LocalizeController } from '../../controllers/localize.js';
import { badge } from '../../i18n/en/badge.js';
import { payment } from '../../i18n/en/payment.js';
import { directionOf, languageOf } from '../../i18n/index.js';
import { isolating } from '../../i18n/isolate.js';
import { currencyOf, isCurrencyCode, scaleAmount } from '../../payment/index.js';
import { numberFormat } from '../../payment/intl.js';
import { MERCHANT_CATALOGS } from '../i18n/catalogs.js';
import { en, type MerchantMessages } from '../i18n/en.js';
import type { ReactiveControllerHost } from 'lit';

/** Stands for a number or a code of the payment service that is unreadable, in every language. */
export const UNREADABLE = '?';

type Host = HTMLElement & ReactiveControllerHost & { readonly locale: string };

/** Time after which the elements show English instead of waiting. Their language follows when it has loaded. */
const WAIT_MS = 2000;

const catalogs: Readonly<Record<string, () => Promise<MerchantMessages>>> = MERCHANT_CATALOGS;
const loaded = new Map<string, MerchantMessages | 'loading' | 'late'>([['en', en]]);
const hosts = new Set<Host>();

function load(language: string): void {
  const catalog = catalogs[language];
  if (!catalog || loaded.has(language)) return;
  const store = (next: MerchantMessages | 'late') => {
    loaded.set(language, next);
    for (const host of hosts) host.requestUpdate();
  };
  const late = setTimeout(() => store('late'), WAIT_MS);
  loaded.set(language, 'loading');
  catalog()
    .then((own) => store(directionOf(own.lang) === 'rtl' ? isolating(own) : own))
    // The next element tries again.
    .catch(() => loaded.delete(language))
    .finally(() => clearTimeout(late));
}

/** The messages for the staff, in addition to those for payers, with prices and times in the language of the element. */
export class MerchantLocalize extends LocalizeController {
  readonly #host: Host;

  constructor(host: Host) {
    super(host, [badge, payment]);
    this.#host = host;
  }

  override hostConnected(): void {
    hosts.add(this.#host);
    super.hostConnected();
  }

  override hostDisconnected(): void {
    hosts.delete(this.#host);
    super.hostDisconnected();
  }

  override hostUpdate(): void {
    super.hostUpdate();
    load(languageOf(this.locale));
  }

  /** Whether the messages can be shown: in the language of the element, or in English if they are late. */
  get isReady(): boolean {
    return loaded.get(languageOf(this.locale)) !== 'loading';
  }

  get t(): MerchantMessages {
    const own = loaded.get(languageOf(this.locale));
    return typeof own === 'object' ? own : en;
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
