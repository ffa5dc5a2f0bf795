import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AuditEntry, AuditLog } from '../../protocol/index.js';
import type { MerchantClient } from '../client/merchant-client.js';
import { actionText, decisionNoteOf, isAutomatic, isPaymentAction, noteOf } from '../parts/audit-text.js';
import { LoadController } from '../parts/load-controller.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { problemView } from '../parts/problem-view.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { sentence } from '../../elements/parts/sentence.js';

const PAGE_SIZE = 25;

interface StaffLogOptions {
  readonly localize: MerchantLocalize;
  readonly client: () => MerchantClient | null;
  /** Renders the button that opens a payment. @param about the id of the element that describes the button */
  readonly opener: (payment: string, about: string) => TemplateResult;
}

/** The audit log of the shop, newest first. It is loaded when a person opens it. */
export class StaffLog {
  #isOpen = false;
  #limit = PAGE_SIZE;
  readonly #log: LoadController<AuditLog>;

  constructor(
    private readonly host: ReactiveControllerHost & Element,
    private readonly options: StaffLogOptions,
  ) {
    this.#log = new LoadController(host);
  }

  /** Loads the log again, if it is open. */
  async load(): Promise<void> {
    const client = this.options.client();
    if (this.#isOpen && client) await this.#log.load(() => readEntries(client, this.#limit));
  }

  renderButton(): TemplateResult {
    return html`<button
      class="tool plain"
      part="button"
      type="button"
      aria-expanded=${this.#isOpen ? 'true' : 'false'}
      @click=${() => {
        this.#isOpen = !this.#isOpen;
        this.#limit = PAGE_SIZE;
        this.host.requestUpdate();
        void this.load();
      }}
    >
      ${this.options.localize.t.details.audit}
    </button>`;
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    const { localize } = this.options;
    const { value, problem } = this.#log;
    if (problem && !value)
      return problemView(problem, localize, { lastAt: null, onRetry: () => void this.load() });
    if (!value) return skeletonRows(localize.t.loading, 3);
    if (value.entries.length === 0) return html`<p class="log-none dim">${localize.t.details.nothingYet}</p>`;
    return html`<ol class="log" aria-label=${localize.t.details.audit}>
        ${repeat(
          value.entries,
          ({ number }) => number,
          (entry) => this.#entry(entry),
        )}
      </ol>
      ${value.next === null ? nothing : this.#more()}`;
  }

  #entry(entry: AuditEntry): TemplateResult {
    const { localize, opener } = this.options;
    const { action, person, at, subject, number } = entry;
    const note = noteOf(entry) ?? decisionNoteOf(entry);
    const time = localize.moment(at);
    const about = `entry-${number}`;
    const isPayment = isPaymentAction(action) && action !== 'event.resend';
    return html`<li>
      <p id=${about}>
        ${sentence(actionText(entry, localize))}
        <small
          >${isAutomatic(entry) ? time : localize.t.details.by(person, time)}${
            note === null ? nothing : html`<br /><bdi>${note}</bdi>`
          }</small
        >
      </p>
      ${isPayment ? opener(subject, about) : nothing}
    </li>`;
  }

  #more(): TemplateResult {
    return html`<div class="foot">
      <button
        class="tool"
        part="button"
        type="button"
        @click=${() => {
          this.#limit += PAGE_SIZE;
          void this.load();
        }}
      >
        ${this.options.localize.t.attention.more}
      </button>
    </div>`;
  }
}

/** Reads the newest entries, page after page: the proxy returns at most 100 at once. */
async function readEntries(client: MerchantClient, count: number): ReturnType<MerchantClient['audit']> {
  const first = await client.audit({ limit: Math.min(count, 100) });
  if (!first.ok) return first;
  let { entries, next } = first.value;
  while (entries.length < count && next !== null) {
    const page = await client.audit({ limit: Math.min(count - entries.length, 100), cursor: next });
    if (!page.ok) return page;
    entries = [...entries, ...page.value.entries];
    ({ next } = page.value);
  }
  return { ok: true, value: { entries, next } };
}
