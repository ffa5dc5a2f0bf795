import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { MerchantResult } from '../client/merchant-client.js';
import { FocusController } from './focus-controller.js';
import { NO_FORMS, nextForms, type FormsAction } from './form-state.js';
import type { MerchantLocalize } from './localize.js';
import type { MerchantMessages } from './messages.js';
import { noteField } from './note-field.js';
import { actionProblem } from './problem-view.js';

/** How the request of a form has ended: what is announced then, or why it failed. */
export type Outcome = { readonly done: string } | { readonly failed: string };

/** @param done returns what is announced */
export function outcomeOf<T>(
  result: MerchantResult<T> | undefined,
  t: MerchantMessages,
  done: (value: T) => string,
): Outcome {
  if (result?.ok) return { done: done(result.value) };
  return { failed: actionProblem(result?.problem ?? { kind: 'unreachable' }, t) };
}

interface FormOptions {
  readonly localize: MerchantLocalize;
  readonly say: (announcement: string) => void;
  /** @param isFree whether no other form is open, so that the focus may move */
  readonly onDone: (announcement: string, isFree: boolean) => void;
}

interface FormView {
  readonly title: unknown;
  readonly content?: unknown;
  /** A field for a note. `required` says why an empty one is not sent; empty: it may be. */
  readonly note?: { readonly label: string; readonly required: string };
  readonly submit: string;
  /** Default: "Back". */
  readonly back?: string;
  /** Additional classes. */
  readonly look?: string;
  /** Whether the action destroys something, so that the way back comes first. */
  readonly isDanger?: boolean;
  /** Returns the request of the submitted form, or why it cannot be sent. */
  readonly request: (note: string, fields: FormData) => string | (() => Promise<Outcome>);
}

interface OpenerOptions {
  readonly look?: string;
  /** Id of the element that describes the button. */
  readonly describedBy?: string;
  readonly onPress?: () => void;
}

/**
 * The forms in which staff confirm an action, in place of the button that opens them. One is open at a time. A request that is in
 * flight belongs to its own form, so that a person can go on with the next one.
 */
export class FormController {
  #state = NO_FORMS;
  readonly #focus: FocusController;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    private readonly options: FormOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  /** Why the open form was not sent, or why its request failed. */
  get error(): string {
    return this.#state.error;
  }

  isOpen(key: string): boolean {
    return this.#state.open === key;
  }

  isBusy(key: string): boolean {
    return this.#state.busy.has(key);
  }

  /** Opens a form. @param focus selectors of the element that gets the focus; the first that exists counts */
  open(key: string, ...focus: readonly string[]): void {
    this.#apply({ kind: 'open', key });
    this.focus(...(focus.length > 0 ? focus : ['.decide textarea', '#ask-title']));
  }

  /** Removes the error of the open form, because a person has changed what was wrong. */
  clearError(): void {
    if (this.#state.open !== null) this.#apply({ kind: 'open', key: this.#state.open });
  }

  /** Closes the open form without sending it. */
  close(): void {
    this.#apply({ kind: 'close' });
  }

  /** Closes the open form, and moves the focus to the button that had opened it. */
  back(event?: Event): void {
    event?.preventDefault();
    event?.stopPropagation();
    this.focus(`[data-opens="${CSS.escape(this.#state.open ?? '')}"]`);
    this.close();
  }

  focus(...selectors: readonly string[]): void {
    this.#focus.moveTo(...selectors);
    this.host.requestUpdate();
  }

  /** Shows an error in the form, or announces it if a person has left the form. */
  fail(key: string, error: string): void {
    if (this.isOpen(key)) this.focus('.decide textarea');
    else this.options.say(error);
    this.#apply({ kind: 'fail', key, error });
  }

  /** Sends the request of a form, unless one is in flight. */
  async send(key: string, request: () => Promise<Outcome>): Promise<void> {
    if (this.isBusy(key)) return;
    this.#apply({ kind: 'send', key });
    const outcome = await request();
    if ('failed' in outcome) return this.fail(key, outcome.failed);
    this.#apply({ kind: 'done', key });
    this.options.onDone(outcome.done, this.#state.open === null);
  }

  /** Renders the button that opens a form. */
  renderOpener(key: string, label: string, options: OpenerOptions = {}): TemplateResult {
    const { look = '', describedBy = '', onPress = () => this.open(key) } = options;
    return html`<button
      class="tool ${look}"
      part="button"
      type="button"
      data-opens=${key}
      aria-describedby=${describedBy || nothing}
      @click=${onPress}
    >
      ${label}
    </button>`;
  }

  /** Renders a form that is open. */
  render(key: string, view: FormView): TemplateResult {
    const { title, content = nothing, note, submit, look = '', isDanger = false } = view;
    const { error } = this;
    const back = html`<button
      class="tool ${isDanger ? '' : 'plain'}"
      part="button"
      type="button"
      @click=${(event: Event) => this.back(event)}
    >
      ${view.back ?? this.options.localize.t.decide.back}
    </button>`;
    const send = html`<button
      class="tool ${isDanger ? 'plain danger' : 'primary'}"
      part=${isDanger ? 'button' : 'button button-primary'}
      type="submit"
      ?disabled=${this.isBusy(key)}
    >
      ${submit}
    </button>`;
    return html`<form
      class="decide ${look}"
      part="form"
      aria-labelledby="ask-title"
      novalidate
      @submit=${(event: SubmitEvent) => this.#submit(event, key, view)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.back(event)}
    >
      <h4 id="ask-title" tabindex="-1">${title}</h4>
      ${content}
      ${
        note
          ? noteField(note.label, { id: 'ask-error', isRequired: note.required !== '', error })
          : error && html`<p class="error" role="alert">${error}</p>`
      }
      <div class="actions">${isDanger ? [back, send] : [send, back]}</div>
    </form>`;
  }

  #submit(event: SubmitEvent, key: string, { note, request }: FormView): void {
    event.preventDefault();
    const fields = new FormData(
      event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined,
    );
    const written = fields.get('note');
    const text = typeof written === 'string' ? written.trim() : '';
    if (note && note.required !== '' && text === '') return this.fail(key, note.required);
    const sent = request(text, fields);
    if (typeof sent === 'string') this.fail(key, sent);
    else void this.send(key, sent);
  }

  #apply(action: FormsAction): void {
    this.#state = nextForms(this.#state, action);
    this.host.requestUpdate();
  }
}
