import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { sendableBalance } from '../../payment/signed-amount.js';
import type { MerchantBalances, MerchantSession, Payout, Payouts } from '../../protocol/index.js';
import { badgeTones } from '../../elements/parts/badge-tones.styles.js';
import { addressLines, markedGroups } from '../../styles/marked-groups.js';
import { signerAt, type PayoutProposal, type PayoutSigner } from '../client/payout-signer.js';
import { saveCsv } from '../parts/csv.js';
import { FormController, type Outcome } from '../parts/form-controller.js';
import { form } from '../parts/form.styles.js';
import { skeletonRows } from '../parts/skeleton-rows.js';
import { icon } from '../parts/icons.js';
import { LiveController, SERVICE_GAP_MS } from '../parts/live-controller.js';
import { LoadController } from '../parts/load-controller.js';
import { MerchantElement } from '../parts/merchant-element.js';
import { pageButtons } from '../parts/page-buttons.js';
import { emptyView, staleNotice } from '../parts/problem-view.js';
import { table } from '../parts/table.styles.js';
import { styles } from './crypto-merchant-payouts.styles.js';
import { renderPayoutActions, type PayoutAction } from './payout-actions.js';
import { historyTable, openList, readPayoutRows } from './payout-lists.js';
import { sendAction, sendSigned, type PayoutBackend } from './payout-requests.js';
import { isOpen, payoutProblem, sumOf } from './payout-view.js';
import { ProposeForm } from './propose-form.js';

const PAGE_SIZE = 25;
/** Maximum number of finished payouts whose addresses are suggested. */
const MAX_SAVED = 100;

/**
 * Payouts by two people: one proposes, another approves, and all can see the outcome.
 *
 * @fires {CryptoMerchantSessionEndedEvent} crypto-merchant-session-ended - the session has ended: let the person sign in again
 */
export class CryptoMerchantPayouts extends MerchantElement {
  static override readonly styles = [
    MerchantElement.styles,
    table,
    form,
    markedGroups,
    addressLines,
    badgeTones,
    styles,
  ];
  static readonly parts =
    'panel, table, form, badge, address, button, button-primary, input, notice, skeleton, icon';

  /**
   * URL of the shop that signs payouts for the person who is signed in there: a POST of JSON, `kind` "proposal" or "approval",
   * answered with the token as text.
   */
  @property({ attribute: 'payout-url' }) payoutUrl = '';
  /** Signs payouts, instead of `payout-url`. */
  @property({ attribute: false }) signPayout: PayoutSigner | null = null;

  @state() private exportError = '';
  readonly #list = new LoadController<Payouts>(this);
  readonly #session = new LoadController<MerchantSession>(this);
  readonly #balances = new LoadController<MerchantBalances>(this);
  readonly #latest = new LoadController<Payouts>(this);
  /** Cursors of the pages up to this one. */
  #cursors: readonly string[] = [];
  #stopExport: AbortController | null = null;

  readonly #propose = new ProposeForm(this, {
    localize: this.localize,
    available: (currency) => {
      const entry = this.#balances.value?.balances.find((one) => one.currency === currency);
      const available = entry?.availableBalance ?? null;
      return available === null ? null : sendableBalance(available);
    },
    finished: () => this.#latest.value?.payouts ?? [],
    onePerson: () => this.#isOnePerson,
    propose: (content) => this.#sendProposal(content),
  });
  readonly #forms = new FormController(this, {
    localize: this.localize,
    say: (announcement) => this.live.say(announcement),
    onDone: (mayFocus) => void this.#reload(mayFocus),
  });

  constructor() {
    super();
    const client = () => this.activeClient;
    new LiveController(this, { client, load: () => this.#load() });
    new LiveController(this, { client, load: () => this.#loadFunds(), gapMs: SERVICE_GAP_MS });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopExport?.abort();
  }

  protected override start(): void {
    this.#cursors = [];
    void this.#load();
    void this.#loadFunds();
  }

  get #isOnePerson(): boolean {
    return this.#list.value?.onePerson ?? false;
  }

  get #signer(): PayoutSigner | null {
    return this.signPayout ?? (this.payoutUrl ? signerAt(this.payoutUrl) : null);
  }

  get #backend(): PayoutBackend {
    return { client: this.activeClient, sign: this.#signer };
  }

  #can(scope: MerchantSession['scopes'][number]): boolean {
    return this.may(scope) && (this.#session.value?.scopes.includes(scope) ?? false);
  }

  async #load(): Promise<void> {
    const client = this.activeClient;
    if (!client) return;
    const before = new Map(this.#list.value?.payouts.map((one) => [one.id, one.state]));
    const cursor = this.#cursors.at(-1) ?? '';
    await Promise.all([
      this.#session.load(() => client.session()),
      this.#list.load(() => client.payouts({ limit: PAGE_SIZE, cursor })),
    ]);
    const { payouts } = this.localize.t;
    for (const payout of this.#list.value?.payouts ?? []) {
      const was = before.get(payout.id);
      if (was === undefined || was === payout.state) continue;
      this.live.say(payouts.became(sumOf(payout, this.localize), payouts.states[payout.state]));
    }
  }

  async #loadFunds(): Promise<void> {
    const client = this.activeClient;
    if (!client || !this.may('payouts:propose')) return;
    await Promise.all([
      this.may('balances:read') ? this.#balances.load(() => client.balances()) : undefined,
      this.#latest.load(() => client.payouts({ limit: MAX_SAVED })),
    ]);
  }

  async #sendProposal(content: PayoutProposal): Promise<string> {
    const { payouts } = this.localize.t;
    const result = await sendSigned(this.#backend, { kind: 'proposal', ...content }, (client, token) =>
      client.propose(token),
    );
    if (!result.ok) return payoutProblem(result.problem, this.localize);
    this.live.say(payouts.became(sumOf(result.value, this.localize), payouts.states.proposed));
    await this.#reload(true);
    return '';
  }

  async #act(payout: Payout, action: PayoutAction): Promise<Outcome> {
    const result = await sendAction(this.#backend, payout, action);
    return result.ok ? { done: '' } : { failed: payoutProblem(result.problem, this.localize) };
  }

  async #reload(hasFocus: boolean): Promise<void> {
    await this.#load();
    if (hasFocus) this.find('#on-the-way')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { payouts } = this.localize.t;
    return this.frame(
      html`<header class="head"><h2 id="title" tabindex="-1">${payouts.title}</h2></header>
        ${this.#body()}`,
    );
  }

  #body(): TemplateResult {
    const { value, problem } = this.#list;
    const options = { lastAt: this.#list.loadedAt, onRetry: () => void this.#load() };
    if (problem && !value) return this.problemView(problem, null);
    if (!value || !this.#session.value) return skeletonRows(this.localize.t.loading);
    const canPropose = this.#can('payouts:propose') && this.#signer !== null;
    return html`${problem ? staleNotice(problem, this.localize, options) : nothing}
      <div class="columns" ?data-alone=${!canPropose}>
        ${canPropose ? this.#propose.render() : nothing}${this.#onTheWay(value)}
      </div>
      ${this.#history(value)}`;
  }

  #onTheWay({ payouts: all }: Payouts): TemplateResult | typeof nothing {
    const { payouts } = this.localize.t;
    // The open ones are on the first page.
    if (this.#cursors.length > 0) return nothing;
    const open = all.filter(isOpen);
    const options = {
      ...{ forms: this.#forms, localize: this.localize, onePerson: this.#isOnePerson },
      person: this.#session.value?.person ?? '',
      canPropose: this.#can('payouts:propose'),
      canApprove: this.#can('payouts:approve'),
      canSign: this.#signer !== null,
      act: (payout: Payout, action: PayoutAction) => this.#act(payout, action),
    };
    const list = openList(open, this.localize, (payout, titleId) =>
      renderPayoutActions(payout, titleId, options),
    );
    return html`<div class="way">
      <h3 id="on-the-way" tabindex="-1">${payouts.onTheWay}</h3>
      ${open.length === 0 ? html`<p class="nothing">${payouts.noneOpen}</p>` : list}
    </div>`;
  }

  #history({ payouts: all, next }: Payouts): TemplateResult {
    const { payouts, export: exportLabel } = this.localize.t;
    const rows = all.filter((one) => !isOpen(one));
    const none = { tone: 'neutral', icon: 'wallet', title: payouts.none, text: payouts.noneText } as const;
    const cursors = this.#cursors;
    const pages = { cursors, next, turnTo: (to: readonly string[]) => this.#turnTo(to) };
    return html`<header class="head past">
        <h3 id="history">${payouts.history}</h3>
        <span class="space"></span>
        <button class="tool" part="button" type="button" @click=${() => void this.#save()}>
          ${icon('download', 'small')}${exportLabel}
        </button>
      </header>
      ${this.exportError ? html`<p class="error" role="alert">${this.exportError}</p>` : nothing}
      ${rows.length === 0 ? emptyView(none) : historyTable(rows, this.localize)}
      ${
        cursors.length === 0 && next === null
          ? nothing
          : html`<footer class="foot">
              <span>${payouts.page(this.localize.number(cursors.length + 1))}</span>
              ${pageButtons(pages, this.localize)}
            </footer>`
      }`;
  }

  #turnTo(cursors: readonly string[]): void {
    this.#cursors = cursors;
    void this.#load();
  }

  async #save(): Promise<void> {
    const client = this.activeClient;
    if (!client) return;
    this.#stopExport?.abort();
    const stop = new AbortController();
    this.#stopExport = stop;
    const result = await readPayoutRows(client, stop.signal);
    if (stop.signal.aborted) return;
    this.exportError = result.ok ? '' : this.localize.t.exportFailed;
    if (!result.ok) return;
    saveCsv('payouts.csv', result.value);
    this.live.say(this.localize.t.exported(result.value.length - 1));
  }
}
