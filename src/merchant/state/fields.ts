/** The values of fields, and the fields that a person has left or submitted, and not changed since: only their faults are shown. */
export interface FieldsState<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly checked: ReadonlySet<Name>;
}

export function withValues<Name extends string>(values: Readonly<Record<Name, string>>): FieldsState<Name> {
  return { values, checked: new Set() };
}

export function typeInto<Name extends string>(
  { values, checked }: FieldsState<Name>,
  name: Name,
  value: string,
): FieldsState<Name> {
  return {
    values: { ...values, [name]: value },
    checked: new Set([...checked].filter((field) => field !== name)),
  };
}

export function checkFields<Name extends string>(
  { values, checked }: FieldsState<Name>,
  ...names: readonly Name[]
): FieldsState<Name> {
  return { values, checked: new Set([...checked, ...names]) };
}
