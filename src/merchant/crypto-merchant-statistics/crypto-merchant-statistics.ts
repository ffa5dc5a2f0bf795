import { html, nothing, svg, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Tone } from '../../elements/parts/tone.js';
import { addAmounts, isZeroAmount } from '../../payment/index.js';
import { numberFormat } from '../../payment/intl.js';
import type { MerchantStatistics, MerchantStatus } from '../../protocol/index.js';
import { saveCsv } from '../parts/csv.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { icon, type IconName } from '../parts/icons.js';
import { LiveController, SERVICE_GAP_MS } from '../parts/live-controller.js';
import { LoadController } from '../parts/load-controller.js';
import { UNREADABLE } from '../parts/localize.js';
import { MerchantElement } from '../parts/merchant-element.js';
import { emptyView, staleNotice } from '../parts/problem-view.js';
import { table } from '../parts/table.styles.js';
import { styles } from './crypto-merchant-statistics.styles.js';
import { formatPeriod, lastDays, periodOf, type Period } from './period.js';

const DAYS = [7, 30, 90] as const;

/** The look of each status of the service, and the badge of the payer's elements that names it. */
const LOOKS = {
  paid: ['success', 'check', 'paid'],
  overpaid: ['success', 'plus', 'overpaid'],
  partial: ['warning', 'half', 'partial'],
  created: ['neutral', 'wait', 'awaiting'],
  canceled: ['neutral', 'stop', 'canceled'],
} as const satisfies Readonly<Record<string, readonly [Tone, IconName, string]>>;

const isKnown = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status);
const ORDER = Object.keys(LOOKS);
const NONE: MerchantStatus = { status: '', count: 0, amountUsd: '0' };

/**
 * Counts and sums of invoices by status, as the payment service reports them.
 *
 * @fires {CryptoMerchantSessionEndedEvent} crypto-merchant-session-ended - the session has ended: let the person sign in again
 */
export class CryptoMerchantStatistics extends MerchantElement {
  static override readonly styles = [MerchantElement.styles, table, styles];
  static readonly parts = 'panel, table, button, input, notice, skeleton, icon';

  /** Number of days up to today; `null` for dates that a person has chosen. */
  @state() private days: (typeof DAYS)[number] | null = 7;
  @state() private dates: Period | null = null;
  readonly #list = new LoadController<MerchantStatistics>(this);

  constructor() {
    super();
    new LiveController(this, {
      client: () => this.activeClient,
      load: () => this.#load(),
      gapMs: SERVICE_GAP_MS,
    });
  }

  protected override start(): void {
    void this.#load();
  }

  async #load(): Promise<void> {
    const client = this.activeClient;
    const period = this.days === null ? this.dates : lastDays(this.days, Date.now());
    if (client && period) await this.#list.load(() => client.statistics(period.from, period.to));
  }

  /** Loads the period that a person has chosen, and announces it. */
  async #show(): Promise<void> {
    await this.#load();
    const { value, problem } = this.#list;
    const { statistics } = this.localize.t;
    if (!value || problem) return;
    const isEmpty = totalOf(value).count === 0;
    const period = formatPeriod(value, this.localize.locale);
    this.live.say(
      isEmpty ? statistics.none : `${statistics.paid(period)}: ${this.#usd(paidOf(value).amountUsd)}`,
    );
  }

  protected override render(): TemplateResult | typeof nothing {
    return this.frame(html`${this.#head()}${this.#body()}`);
  }

  #head(): TemplateResult {
    const { statistics } = this.localize.t;
    const choice = (days: (typeof DAYS)[number] | null, label: string) =>
      html`<button
        type="button"
        part="button"
        aria-pressed=${this.days === days ? 'true' : 'false'}
        @click=${() => {
          this.days = days;
          if (days === null) this.dates ??= lastDays(DAYS[0], Date.now());
          void this.#show();
        }}
      >
        ${label}
      </button>`;
    return html`<header class="head">
        <h2 id="title" tabindex="-1">${statistics.title}</h2>
        <span class="space"></span>
        <div class="choices" role="group" aria-label=${this.localize.t.payments.period}>
          ${DAYS.map((days) => choice(days, statistics.days(days)))}${choice(null, statistics.dates)}
        </div>
      </header>
      ${this.days === null ? this.#dateFields() : nothing}`;
  }

  #dateFields(): TemplateResult {
    const { statistics } = this.localize.t;
    const field = (name: 'from' | 'to', label: string) =>
      html`<label
        >${label}<input type="date" part="input" name=${name} .value=${this.dates?.[name] ?? ''}
      /></label>`;
    return html`<form
      class="dates"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        if (!(event.currentTarget instanceof HTMLFormElement)) return;
        const values = new FormData(event.currentTarget);
        this.dates = periodOf(String(values.get('from')), String(values.get('to'))) ?? this.dates;
        void this.#show();
      }}
    >
      ${field('from', statistics.from)}${field('to', statistics.to)}
      <button class="tool" part="button" type="submit">${statistics.apply}</button>
    </form>`;
  }

  #body(): TemplateResult {
    const { value, problem } = this.#list;
    const { loading, statistics } = this.localize.t;
    if (problem && !value) return this.problemView(problem, null);
    if (!value) return skeletonRows(loading);
    const total = totalOf(value);
    const options = { lastAt: this.#list.loadedAt, onRetry: () => void this.#load() };
    const none = {
      tone: 'neutral',
      icon: 'chart',
      title: statistics.none,
      text: statistics.noneText,
    } as const;
    return html`${problem ? staleNotice(problem, this.localize, options) : nothing}
    ${total.count === 0 ? emptyView(none) : this.#content(value, total)}`;
  }

  #content(value: MerchantStatistics, total: MerchantStatus): TemplateResult {
    const { statistics, checkedAt, export: exportLabel } = this.localize.t;
    const { loadedAt } = this.#list;
    const rows = value.statuses
      .filter(({ status }) => status !== 'all')
      .toSorted((one, other) => rank(one) - rank(other));
    const paid = paidOf(value);
    const period = formatPeriod(value, this.localize.locale);
    return html`<dl class="headline">
        <div>
          <dt>${statistics.paid(period)}</dt>
          <dd translate="no">${this.#usd(paid.amountUsd)}</dd>
        </div>
        <div>
          <dt>${statistics.invoicesPaid}</dt>
          <dd>
            ${this.#count(paid.count)}
            <small>${statistics.of(this.#count(total.count))}</small>
          </dd>
        </div>
      </dl>
      ${this.#table(rows, total)}
      <footer class="foot">
        <span
          >${`${statistics.total}:`}
          <span translate="no"
            >${this.#count(total.count)}${this.localize.comma}${this.#usd(total.amountUsd)}</span
          >${`. ${statistics.inUtc}`}
          ${loadedAt === null ? nothing : checkedAt(this.localize.time(loadedAt, true))}</span
        >
        <button class="tool" part="button" type="button" @click=${() => this.#save(value)}>
          ${icon('download', 'small')}${exportLabel}
        </button>
      </footer>`;
  }

  #table(rows: readonly MerchantStatus[], total: MerchantStatus): TemplateResult {
    const { statistics, payments } = this.localize.t;
    return html`<table class="table" part="table" role="table" aria-labelledby="title">
      <thead>
        <tr role="row">
          <th role="columnheader" scope="col">${payments.state}</th>
          <th role="columnheader" scope="col">${statistics.share}</th>
          <th role="columnheader" scope="col" class="num">${statistics.count}</th>
          <th role="columnheader" scope="col" class="num">${statistics.sum}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => this.#row(row, total))}
      </tbody>
    </table>`;
  }

  #row({ status, count, amountUsd }: MerchantStatus, total: MerchantStatus): TemplateResult {
    const [tone, name, badge] = isKnown(status) ? LOOKS[status] : (['neutral', 'wait', null] as const);
    const share = shareOf(amountUsd, total.amountUsd);
    const percent = numberFormat(this.localize.locale, { style: 'percent', maximumFractionDigits: 1 });
    return html`<tr role="row" data-tone=${tone}>
      <td role="cell">
        <span class="kind">${icon(name)}${badge === null ? status : this.localize.m.badge[badge]}</span>
      </td>
      <td role="cell" class="bar">
        <span class="hidden" translate="no">${share === null ? UNREADABLE : percent(share)}</span>
        <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          ${svg`<rect width=${Math.round((share ?? 0) * 1000)} height="10"></rect>`}
        </svg>
      </td>
      <td role="cell" class="num" translate="no">${this.#count(count)}</td>
      <td role="cell" class="num strong" translate="no">${this.#usd(amountUsd)}</td>
    </tr>`;
  }

  #count(count: number | null): string {
    return count === null ? UNREADABLE : this.localize.number(count);
  }

  #usd(amount: string | null): string {
    return amount === null ? UNREADABLE : this.localize.usd(amount);
  }

  #save({ from, to, statuses }: MerchantStatistics): void {
    const rows = statuses.map(({ status, count, amountUsd }) => [
      ...[from, to, status],
      ...[String(count ?? UNREADABLE), amountUsd ?? UNREADABLE],
    ]);
    saveCsv('statistics.csv', [['from', 'to', 'status', 'invoices', 'sum_usd'], ...rows]);
    this.live.say(this.localize.t.exported(rows.length));
  }
}

function totalOf({ statuses }: MerchantStatistics): MerchantStatus {
  return statuses.find(({ status }) => status === 'all') ?? NONE;
}

/** Returns what was paid in the period, exactly or with a surplus. A sum with an unreadable part, or one below zero, is `null`. */
function paidOf({ statuses }: MerchantStatistics): Pick<MerchantStatus, 'count' | 'amountUsd'> {
  const paid = statuses.filter(({ status }) => status === 'paid' || status === 'overpaid');
  return {
    count: paid.reduce<number | null>(
      (sum, { count }) => (sum === null || count === null ? null : sum + count),
      0,
    ),
    amountUsd: paid.reduce<string | null>(
      (sum, { amountUsd }) => (sum === null || !isSum(amountUsd) ? null : addAmounts(sum, amountUsd)),
      '0',
    ),
  };
}

function isSum(amountUsd: string | null): amountUsd is string {
  return amountUsd !== null && !amountUsd.startsWith('-');
}

function rank({ status }: MerchantStatus): number {
  const index = ORDER.indexOf(status);
  return index < 0 ? ORDER.length : index;
}

/** Returns the length of a bar, `null` if it is unknown. The sum itself stays decimal text. */
function shareOf(amount: string | null, total: string | null): number | null {
  if (!isSum(amount) || !isSum(total)) return null;
  return isZeroAmount(total) ? 0 : Math.min(Number(amount) / Number(total), 1);
}
