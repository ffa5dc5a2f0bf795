import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { ThemedElement } from '../base/themed-element.js';

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
  protected readonly internals = this.attachInternals();

  constructor() {
    super();
    // A click on the field's label arrives as one on the element itself.
    this.addEventListener('click', (event) => {
      if (event.composedPath()[0] === this) this.focus();
    });
  }

  /** The form that it belongs to, as of any field. */
  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** What is wrong with the choice, as of any field. */
  get validity(): ValidityState {
    return this.internals.validity;
  }

  /** The words that the browser shows for it, in the payer's language; empty where nothing is wrong. */
  get validationMessage(): string {
    return this.internals.validationMessage;
  }

  /** Whether its form asks it at all: not while it is disabled. */
  get willValidate(): boolean {
    return this.internals.willValidate;
  }

  /** Whether the choice may be sent; tells of an `invalid` event where it may not. */
  checkValidity(): boolean {
    return this.internals.checkValidity();
  }

  /** The same, and the browser shows the payer what is wrong. */
  reportValidity(): boolean {
    return this.internals.reportValidity();
  }

  /** Puts the focus where the payer begins: the button, the search or the list. */
  override focus(options?: FocusOptions): void {
    this.entry?.focus(options);
  }

  override requestUpdate(...args: Parameters<ThemedElement['requestUpdate']>): void {
    super.requestUpdate(...args);
    // A form that is sent right after takes the new value along.
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

  /** By itself or by a `fieldset` around it; the attribute may still lag behind the property. */
  protected get isDisabled(): boolean {
    return this.disabled || (!this.hasAttribute('disabled') && this.matches(':disabled'));
  }

  /** The words of the `label` elements that point here. */
  protected get labelText(): string {
    return Array.from(this.internals.labels, ({ textContent }) => textContent?.trim()).join(' ');
  }

  /** Where the focus enters, and where the browser shows what is wrong. */
  protected abstract get entry(): HTMLElement | null;
  /** What is sent with the form, or `null`; and what is wrong with it, or `''`. */
  protected abstract get formState(): { readonly sent: string | null; readonly wrong: string };
  /** Takes a value out of foreign text. */
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
