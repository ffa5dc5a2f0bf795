import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { MerchantPayment } from '../../protocol/index.js';
import type { MerchantClient, PaymentQuery } from '../client/merchant-client.js';
import { readAllRows, saveCsv } from '../parts/csv.js';
import { icon } from '../parts/icons.js';
import type { MerchantLocalize } from '../parts/localize.js';

/** The proxy counts up to this number. */
const MAX_COUNT = 10_000;

export function countText(count: number, localize: MerchantLocalize): string {
  return `${localize.number(count)}${count >= MAX_COUNT ? '+' : ''}`;
}

const PAGE_SIZE = 100;
/** Column names are for programs, so they are the same in every language. */
const COLUMNS = [
  ...['order_id', 'opened_at', 'state', 'late', 'price', 'price_currency'],
  ...['coin', 'received', 'requested', 'test_mode'],
] as const;

function toRow({ order, ...payment }: MerchantPayment): readonly string[] {
  const { createdAt, state, late, currency, received, amount, testMode } = payment;
  const price = [order.amount, order.currency];
  const coin = [currency ?? '', received ?? '', amount ?? ''];
  return [order.id, createdAt, state, String(late), ...price, ...coin, String(testMode)];
}

interface Progress {
  readonly done: number;
  readonly of: number;
}

interface ExportOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  /** Returns the query of the current filters. */
  readonly query: () => PaymentQuery;
  readonly say: (announcement: string) => void;
}

/** Exports all pages of the current list. An export that fails or is stopped saves nothing. */
export class ExportController implements ReactiveController {
  #progress: Progress | null = null;
  #hasFailed = false;
  #stop: AbortController | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly options: ExportOptions,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#stop?.abort();
  }

  /** Renders the button, or the progress. @param count number of rows on all pages */
  render(count: number): TemplateResult {
    const { localize } = this.options;
    const { t } = localize;
    if (!this.#progress)
      return html`<button class="tool" part="button" type="button" @click=${() => void this.#save(count)}>
        ${icon('download', 'small')}${t.export}
      </button>`;
    const { done, of } = this.#progress;
    return html`<span class="dim">${t.exporting(localize.number(done), countText(of, localize))}</span>
      <progress max=${of} value=${done} aria-label=${t.export}></progress>
      <button class="tool" part="button" type="button" @click=${() => this.#stop?.abort()}>
        ${t.stopExport}
      </button>`;
  }

  renderError(): TemplateResult | typeof nothing {
    return this.#hasFailed
      ? html`<p class="error" role="alert">${this.options.localize.t.exportFailed}</p>`
      : nothing;
  }

  async #save(count: number): Promise<void> {
    const { query, say, localize } = this.options;
    const client = this.options.client();
    if (!client) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#show({ done: 0, of: count });
    const filter = query();
    let done = 0;
    const result = await readAllRows(COLUMNS, stop.signal, async (cursor) => {
      const page = await client.payments({ ...filter, cursor, limit: PAGE_SIZE }, stop.signal);
      if (!page.ok) return page;
      const { payments, count: of, next } = page.value;
      done += payments.length;
      this.#show({ done, of: Math.max(done, of) });
      return { ok: true, value: { rows: payments.map(toRow), next } };
    });
    this.#show(null, !result.ok && !stop.signal.aborted);
    if (stop.signal.aborted || !result.ok) return;
    saveCsv('payments.csv', result.value);
    say(localize.t.exported(result.value.length - 1));
  }

  #show(progress: Progress | null, hasFailed = false): void {
    this.#hasFailed = hasFailed;
    this.#progress = progress;
    this.host.requestUpdate();
  }
}
