import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { focused } from '../../controllers/focus.js';
import type { MerchantResult } from '../client/merchant-client.js';
import { FocusController } from './focus-controller.js';
import { NO_DRAFT, NO_FORMS, nextForms, type Draft, type FormsAction } from '../state/forms.js';
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

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode };
type Values = Draft['values'];

interface FormOptions {
  readonly localize: MerchantLocalize;
  readonly say: (announcement: string) => void;
  /** Called after a request has succeeded. @param mayFocus whether the person is still where they have sent it */
  readonly onDone: (mayFocus: boolean) => void;
}

interface Confirmation {
  readonly title: unknown;
  readonly text: unknown;
  readonly submit: unknown;
  /** Selector of the field to which "Back" returns. */
  readonly field: string;
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
  /** Prefix of the ids in the form. Default: `ask`. */
  readonly name?: string;
  /** Whether the action destroys something, so that the way back comes first. */
  readonly isDanger?: boolean;
  /** What is asked once more before these values are sent; `null`: nothing. */
  readonly confirmation?: (values: Values) => Confirmation | null;
  /** Returns the selector of the first field with a fault; empty if there is none. */
  readonly fault?: (values: Values) => string;
  /** Returns the request of the submitted form, or why it cannot be sent. */
  readonly request: (values: Values) => string | (() => Promise<Outcome>);
}

interface ButtonOptions {
  readonly look?: string;
  /** Id of the element that describes the button. */
  readonly describedBy?: string;
}

/**
 * The forms in which staff confirm an action, in place of the button that opens them, and the buttons that act at once. One form is open
 * at a time. A request that is in flight belongs to its own form, so that a person can go on with the next one.
 */
export class FormController {
  #state = NO_FORMS;
  readonly #focus: FocusController;

  constructor(
    private readonly host: Host,
    private readonly options: FormOptions,
  ) {
    this.#focus = new FocusController(host);
  }

  isOpen(key: string): boolean {
    return this.#state.open === key;
  }

  isBusy(key: string): boolean {
    return this.#state.busy.has(key);
  }

  draft(key: string): Draft {
    return this.#state.drafts.get(key) ?? NO_DRAFT;
  }

  /** Opens a form. @param values what its fields begin with, unless its last request has failed */
  open(key: string, values: Values = {}): void {
    this.#apply({ kind: 'open', key, values });
    this.focus('.decide :is(textarea, input:not([type=radio]))', '.decide h4');
  }

  type(key: string, values: Values): void {
    this.#apply({ kind: 'type', key, values });
  }

  /** Shows the faults of fields. */
  check(key: string, ...names: readonly string[]): void {
    this.#apply({ kind: 'check', key, names });
  }

  /** Closes the open form without sending it. */
  close(): void {
    this.#apply({ kind: 'close' });
  }

  /** Returns from the confirmation of a form to its fields. */
  edit(key: string, field: string): void {
    this.#apply({ kind: 'confirm', key, isConfirming: false });
    if (this.isOpen(key)) this.focus(field);
  }

  focus(...selectors: readonly string[]): void {
    this.#focus.moveTo(...selectors);
    this.host.requestUpdate();
  }

  /** Sends the request of a form or a button, unless one is in flight. */
  async send(key: string, request: () => Promise<Outcome>): Promise<void> {
    if (this.isBusy(key)) return;
    this.#apply({ kind: 'send', key });
    const outcome = await request();
    if ('failed' in outcome) return this.#fail(key, outcome.failed);
    const mayFocus = (this.#state.open ?? key) === key && this.#isFocusFree(key);
    this.#apply({ kind: 'done', key });
    if (outcome.done !== '') this.options.say(outcome.done);
    this.options.onDone(mayFocus);
  }

  /** Renders the button that opens a form, with the reason if its last request has failed. */
  renderOpener(
    key: string,
    label: string,
    { onPress = () => this.open(key), ...options }: ButtonOptions & { readonly onPress?: () => void } = {},
  ): TemplateResult {
    return this.#button(key, label, onPress, options);
  }

  /** Renders a button that sends a request at once, with the reason if that has failed. */
  renderAction(
    key: string,
    label: string,
    { request, ...options }: ButtonOptions & { readonly request: () => Promise<Outcome> },
  ): TemplateResult {
    return this.#button(key, label, () => void this.send(key, request), options, this.isBusy(key));
  }

  #button(
    key: string,
    label: string,
    onPress: () => void,
    { look = '', describedBy = '' }: ButtonOptions,
    isBusy = false,
  ): TemplateResult {
    return html`<button
        class="tool ${look}"
        part="button"
        type="button"
        data-opens=${key}
        aria-disabled=${isBusy ? 'true' : 'false'}
        aria-describedby=${describedBy || nothing}
        @click=${onPress}
      >
        ${label}</button
      >${this.#error(key)}`;
  }

  /** Renders a form that is open. */
  render(key: string, view: FormView): TemplateResult {
    const { values, isConfirming } = this.draft(key);
    const { name = 'ask', look = '', isDanger = false } = view;
    const confirmation = isConfirming ? view.confirmation?.(values) : null;
    const back = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      if (confirmation) return this.edit(key, confirmation.field);
      this.focus(`[data-opens="${CSS.escape(key)}"]`);
      this.close();
    };
    const backButton = html`<button
      class="tool ${isDanger ? '' : 'plain'}"
      part="button"
      type="button"
      @click=${back}
    >
      ${view.back ?? this.options.localize.t.decide.back}
    </button>`;
    const submitButton = confirmation
      ? this.#confirmButton(key, view, confirmation)
      : this.#submitButton(key, view);
    return html`<form
      class="decide ${look}"
      part="form"
      data-form=${key}
      aria-labelledby=${`${name}-title`}
      novalidate
      @submit=${(event: SubmitEvent) => this.#submit(event, key, view)}
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && back(event)}
    >
      ${confirmation ? confirmationView(name, confirmation) : this.#fields(key, view)}
      ${view.note ? nothing : this.#error(key, true)}
      <div class="actions">${isDanger ? [backButton, submitButton] : [submitButton, backButton]}</div>
    </form>`;
  }

  #fields(key: string, { name = 'ask', title, content = nothing, note }: FormView): TemplateResult {
    return html`<h4 id=${`${name}-title`} tabindex="-1">${title}</h4>
      ${content}
      ${
        note
          ? noteField(note.label, {
              ...{ id: `${name}-error`, isRequired: note.required !== '', error: this.#errorOf(key) },
              value: this.draft(key).values['note'] ?? '',
              onInput: (value) => this.type(key, { note: value }),
            })
          : nothing
      }`;
  }

  #submitButton(key: string, { submit, isDanger = false }: FormView): TemplateResult {
    return html`<button
      class="tool ${isDanger ? 'plain danger' : 'primary'}"
      part=${isDanger ? 'button' : 'button button-primary'}
      type="submit"
      aria-disabled=${this.isBusy(key) ? 'true' : 'false'}
    >
      ${submit}
    </button>`;
  }

  #confirmButton(key: string, view: FormView, { submit }: Confirmation): TemplateResult {
    const confirm = ({ detail }: MouseEvent) => {
      // The second click of a double click on the button that was here before.
      if (detail < 2) this.#request(key, view);
    };
    return html`<button
      class="tool primary"
      part="button button-primary"
      type="button"
      aria-disabled=${this.isBusy(key) ? 'true' : 'false'}
      @click=${confirm}
    >
      ${submit}
    </button>`;
  }

  #submit(event: SubmitEvent, key: string, view: FormView): void {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const texts = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()] as const] : [],
    );
    this.type(key, Object.fromEntries(texts));
    this.check(key, ...texts.map(([name]) => name));
    const { values } = this.draft(key);
    const wrong = view.fault?.(values) ?? '';
    if (wrong !== '') return this.focus(wrong);
    if (view.note && view.note.required !== '' && !values['note']) return this.#fail(key, view.note.required);
    if (!view.confirmation?.(values)) return this.#request(key, view);
    this.#apply({ kind: 'confirm', key, isConfirming: true });
    this.focus('.decide [role=group]');
  }

  #request(key: string, { request }: FormView): void {
    const sent = request(this.draft(key).values);
    if (typeof sent === 'string') this.#fail(key, sent);
    else void this.send(key, sent);
  }

  /** Shows an error in the form. If a person has left it, the error is announced as well, and is beside the button that opens it. */
  #fail(key: string, error: string): void {
    if (!this.isOpen(key)) this.options.say(error);
    else if (this.#isFocusFree(key)) this.focus('.decide textarea');
    this.#apply({ kind: 'fail', key, error });
  }

  #errorOf(key: string): string {
    return this.#state.errors.get(key) ?? '';
  }

  #error(key: string, isAlert = false): TemplateResult | typeof nothing {
    const error = this.#errorOf(key);
    if (error === '') return nothing;
    return isAlert ? html`<p class="error" role="alert">${error}</p>` : html`<p class="error">${error}</p>`;
  }

  /** Whether the focus is nowhere else: in the form or on its button, or gone with it. */
  #isFocusFree(key: string): boolean {
    const element = focused();
    const own = CSS.escape(key);
    return !element || element.closest(`[data-form="${own}"], [data-opens="${own}"]`) !== null;
  }

  #apply(action: FormsAction): void {
    this.#state = nextForms(this.#state, action);
    this.host.requestUpdate();
  }
}

/** With the focus, so that a screen reader reads the title and the text. */
function confirmationView(name: string, { title, text }: Confirmation): TemplateResult {
  return html`<div
    id=${`${name}-confirm`}
    role="group"
    tabindex="-1"
    aria-labelledby=${`${name}-title`}
    aria-describedby=${`${name}-text`}
  >
    <h4 id=${`${name}-title`}>${title}</h4>
    <p class="more" id=${`${name}-text`}>${text}</p>
  </div>`;
}
