import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { addressGroups } from '../../payment/index.js';
import { isSamePerson, type CandidateChoice, type Payout } from '../../protocol/index.js';
import { FocusController } from '../parts/focus-controller.js';
import { noteField, readNote } from '../parts/note-field.js';
import type { MerchantLocalize } from '../parts/localize.js';
import { choiceText, contentOf, networkOf, sumOf } from './payout-view.js';
import { sentence } from '../../elements/parts/sentence.js';

/** What a person can do with a payout. */
export type PayoutAction =
  | { readonly kind: 'approve' | 'takeBack' }
  | { readonly kind: 'decline'; readonly reason: string }
  | { readonly kind: 'resolve'; readonly choice: CandidateChoice };

interface ActionOptions {
  readonly localize: MerchantLocalize;
  readonly person: () => string;
  readonly onePerson: () => boolean;
  readonly canPropose: () => boolean;
  readonly canApprove: () => boolean;
  /** Whether approvals can be signed. */
  readonly canSign: () => boolean;
  /** @returns why the action failed; empty if it succeeded */
  readonly act: (payout: Payout, action: PayoutAction) => Promise<string>;
}

type FormKind = 'approve' | 'decline' | 'resolve';

/** The buttons of an unfinished payout. Each one that moves or stops money asks for confirmation once, in place. */
export class PayoutActions {
  #open: { readonly id: string; readonly kind: FormKind } | null = null;
  #error = '';
  #isBusy = false;
  readonly #focus: FocusController;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly options: ActionOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  render(payout: Payout, describedBy: string): TemplateResult | typeof nothing {
    if (this.#open?.id === payout.id) return this.#form(this.#open.kind, payout);
    const { localize, canApprove, canPropose, canSign, person, onePerson } = this.options;
    const { payouts } = localize.t;
    const opener = (kind: FormKind, label: string, look = '') =>
      html`<button
        class="tool ${look}"
        part="button"
        type="button"
        data-opens=${`${kind}-${payout.id}`}
        aria-describedby=${describedBy}
        @click=${() => this.#show(payout.id, kind)}
      >
        ${label}
      </button>`;
    if (payout.state === 'unknown')
      return canApprove() ? html`<div class="actions">${opener('resolve', payouts.decide)}</div>` : nothing;
    if (payout.state !== 'proposed') return nothing;
    const isOwn = isSamePerson(payout.proposedBy, person());
    const isBlocked = isOwn && !onePerson();
    const approve = isBlocked
      ? html`<button
          class="tool"
          part="button"
          type="button"
          aria-disabled="true"
          aria-describedby=${`own-${payout.id}`}
        >
          ${payouts.approve}
        </button>`
      : opener('approve', payouts.approve);
    return html`<div class="actions">
      ${canApprove() && canSign() ? approve : nothing}
      ${canApprove() && !isBlocked ? opener('decline', payouts.decline, 'plain danger') : nothing}
      ${isOwn && canPropose() ? this.#takeBack(payout, describedBy) : nothing}
      ${isBlocked ? html`<span class="dim" id=${`own-${payout.id}`}>${payouts.own}</span>` : nothing}
    </div>`;
  }

  #takeBack(payout: Payout, describedBy: string): TemplateResult {
    return html`<button
      class="tool plain"
      part="button"
      type="button"
      aria-describedby=${describedBy}
      ?disabled=${this.#isBusy}
      @click=${() => void this.#act(payout, { kind: 'takeBack' })}
    >
      ${this.options.localize.t.payouts.takeBack}
    </button>`;
  }

  #form(kind: FormKind, payout: Payout): TemplateResult {
    const { localize } = this.options;
    const { payouts, decide } = localize.t;
    const sum = sumOf(payout, localize);
    const [title, label, content] = {
      approve: [
        sentence(payouts.approveTitle(sum, networkOf(payout)), networkOf(payout)),
        payouts.confirmApprove,
        this.#approval(payout),
      ],
      decline: [
        sentence(payouts.declineTitle(sum)),
        payouts.decline,
        noteField(payouts.reason, { id: 'reason-error', isRequired: true, error: this.#error }),
      ],
      resolve: [sentence(payouts.decideTitle(sum)), payouts.save, this.#choices(payout)],
    }[kind];
    return html`<form
      class="decide"
      part="form"
      aria-labelledby="ask-title"
      novalidate
      @submit=${(event: SubmitEvent) => this.#submit(event, kind, payout)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        this.#back();
      }}
    >
      <h4 id="ask-title" tabindex="-1">${title}</h4>
      ${content}
      ${this.#error && kind !== 'decline' ? html`<p class="error" role="alert">${this.#error}</p>` : nothing}
      <div class="actions">
        <button class="tool primary" part="button button-primary" type="submit" ?disabled=${this.#isBusy}>
          ${label}
        </button>
        <button class="tool plain" part="button" type="button" @click=${() => this.#back()}>
          ${decide.back}
        </button>
      </div>
    </form>`;
  }

  #approval(payout: Payout): TemplateResult {
    const { localize } = this.options;
    const marked = addressGroups(payout.address).flatMap((group) => (group.isMarked ? group.text : []));
    return html`${contentOf(payout, localize)}
      <p>
        ${localize.t.payouts.approveText}<span class="hidden">
          ${sentence(localize.m.markedGroups(marked.join(', ')), ...marked)}</span
        >
      </p>`;
  }

  #choices(payout: Payout): TemplateResult {
    const { localize } = this.options;
    const options = [
      ...payout.candidates.map(({ id }) => ({ outcome: 'sent', candidate: id }) as const),
      { outcome: 'not_sent', candidate: null } as const,
    ];
    return html`<fieldset aria-labelledby="ask-title">
      ${options.map(
        (choice) =>
          html`<label class="choice"
            ><input type="radio" name="choice" value=${choice.candidate ?? ''} /><span
              >${sentence(choiceText(choice, { payout, localize }), choice.candidate ?? '')}</span
            ></label
          >`,
      )}
    </fieldset>`;
  }

  #show(id: string, kind: FormKind): void {
    this.#open = { id, kind };
    this.#error = '';
    this.#focus.moveTo(kind === 'decline' ? '.decide textarea' : '#ask-title');
    this.host.requestUpdate();
  }

  #back(): void {
    const { id = '', kind = 'approve' } = this.#open ?? {};
    this.#focus.moveTo(`[data-opens="${CSS.escape(`${kind}-${id}`)}"]`);
    this.#open = null;
    this.#error = '';
    this.host.requestUpdate();
  }

  #submit(event: SubmitEvent, kind: FormKind, payout: Payout): void {
    event.preventDefault();
    const { payouts } = this.options.localize.t;
    if (kind === 'approve') return void this.#act(payout, { kind: 'approve' });
    if (kind === 'decline') {
      const reason = readNote(event);
      return reason === ''
        ? this.#fail(payouts.reasonRequired)
        : void this.#act(payout, { kind: 'decline', reason });
    }
    const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
    const candidate = new FormData(form).get('choice');
    if (typeof candidate !== 'string') return this.#fail(payouts.chooseFirst);
    const choice: CandidateChoice =
      candidate === '' ? { outcome: 'not_sent', candidate: null } : { outcome: 'sent', candidate };
    void this.#act(payout, { kind: 'resolve', choice });
  }

  async #act(payout: Payout, action: PayoutAction): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.host.requestUpdate();
    const error = await this.options.act(payout, action);
    this.#isBusy = false;
    if (error !== '' && this.#open) return this.#fail(error);
    this.#open = null;
    this.#error = '';
    this.host.requestUpdate();
  }

  #fail(message: string): void {
    this.#error = message;
    this.host.requestUpdate();
  }
}
