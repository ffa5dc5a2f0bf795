/** What a field needs of its internals, which a native field has too. */
export interface FormInternals extends Pick<
  ElementInternals,
  | 'form'
  | 'validity'
  | 'validationMessage'
  | 'willValidate'
  | 'checkValidity'
  | 'reportValidity'
  | 'setFormValue'
  | 'setValidity'
  | 'states'
> {
  readonly labels: Iterable<Node> | null;
}

/**
 * Returns the internals of a form-associated element. The DOMs of unit tests have none: happy-dom lacks `attachInternals`, and
 * the internals of jsdom lack the form. There, a native field outside every form holds the validity.
 */
export function formInternals(host: HTMLElement): FormInternals {
  const internals = 'attachInternals' in host ? host.attachInternals() : null;
  if (internals && 'setFormValue' in internals) return internals;
  const field = document.createElement('input');
  return Object.assign(field, {
    setFormValue: () => undefined,
    setValidity: (_flags?: ValidityStateFlags, message = '') => field.setCustomValidity(message),
    states: new Set<string>(),
  });
}
