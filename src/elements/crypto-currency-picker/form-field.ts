import { isServer } from 'lit';
import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { ThemedElement } from '../base/themed-element.js';
import { formInternals, type FormInternals } from './form-internals.js';

/**
 * A form-associated field: like a native one it has a name, a value and a validity, can be required or disabled, and is
 * reset and restored with its form.
 */
export abstract class FormField<Value extends string> extends ThemedElement {
  static readonly formAssociated = true;

  /** The field's name in its form. */
  @property({ reflect: true }) name = '';
  /** The selected value, or empty; the attribute holds the value for a reset. */
  @property() value: Value | '' = '';
  /** Whether the form requires a selection. */
  @property({ type: Boolean, reflect: true }) required = false;
  /** Shows the selection and accepts no other. A disabled `fieldset` does the same. */
  @property({ type: Boolean, reflect: true }) disabled = false;
  protected readonly internals: FormInternals = formInternals(this);

  constructor() {
    super();
    // A click on the field's label arrives as one on the element itself.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) this.focus();
    });
  }

  /** As of any native field. */
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** As of any native field. */
  get validity(): ValidityState {
    return this.internals.validity;
  }

  /** In the payer's language; empty if the value is valid. */
  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  /** `false` while the field is disabled. */
  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  /** Dispatches `invalid` if the value is not valid. */
  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  /** As `checkValidity`; the browser also shows the message. */
  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** Focuses the button, the search or the list. */
  override focus(options?: FocusOptions): void {
    this.entry?.focus(options);
  }

  override requestUpdate(...args: Parameters<ThemedElement['requestUpdate']>): void {
    super.requestUpdate(...args);
    // A form that is submitted immediately afterwards includes the new value.
    if (args[0] === 'value' && this.hasUpdated) this.#syncFormValue();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#syncFormValue();
  }

  formResetCallback(): void {
    this.setText(this.getAttribute('value') ?? '');
  }

  formDisabledCallback(): void {
    this.requestUpdate();
  }

  formStateRestoreCallback(text: string | File | FormData | null): void {
    this.setText(typeof text === 'string' ? text : '');
  }

  /** By the property or by a `fieldset`; the attribute may lag behind the property. */
  protected get isDisabled(): boolean {
    // A server renderer knows no `fieldset`.
    return this.disabled || (!isServer && !this.hasAttribute('disabled') && this.matches(':disabled'));
  }

  /** The text of the `label` elements of this field. */
  protected get labelText(): string {
    return Array.from(this.internals.labels ?? [], ({ textContent }) => textContent?.trim()).join(' ');
  }

  /** Receives the focus; the browser shows the validation message beside it. */
  protected abstract get entry(): HTMLElement | null;
  /** The submitted value or `null`, and the validation message or `''`. */
  protected abstract get formState(): { readonly sent: string | null; readonly wrong: string };
  /** Parses untrusted text as the value. */
  protected abstract setText(text: string): void;

  #syncFormValue(): void {
    const { sent, wrong } = this.formState;
    this.internals.setFormValue(sent);
    this.internals.setValidity(
      wrong === '' ? {} : { valueMissing: this.value === '', customError: this.value !== '' },
      wrong,
      this.entry ?? undefined,
    );
  }
}
