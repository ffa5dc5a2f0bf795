/** The forms of an element, by their keys: one is open, and the requests of several may be in flight. */
export interface FormsState {
  readonly open: string | null;
  /** Keys of the forms whose request is in flight. */
  readonly busy: ReadonlySet<string>;
  /** Why the open form was not sent, or why its request failed. Empty: nothing is wrong. */
  readonly error: string;
}

export const NO_FORMS: FormsState = { open: null, busy: new Set(), error: '' };

export type FormsAction =
  | { readonly kind: 'open' | 'send' | 'done'; readonly key: string }
  | { readonly kind: 'fail'; readonly key: string; readonly error: string }
  | { readonly kind: 'close' };

/** Returns the next state. What happens to one form never changes another one that is open. */
export function nextForms(state: FormsState, action: FormsAction): FormsState {
  switch (action.kind) {
    case 'open':
      return { ...state, open: action.key, error: '' };
    case 'close':
      return { ...state, open: null, error: '' };
    case 'send':
      return {
        ...state,
        busy: new Set([...state.busy, action.key]),
        error: state.open === action.key ? '' : state.error,
      };
    case 'done':
    case 'fail': {
      const busy = new Set([...state.busy].filter((key) => key !== action.key));
      if (state.open !== action.key) return { ...state, busy };
      return action.kind === 'fail'
        ? { ...state, busy, error: action.error }
        : { open: null, busy, error: '' };
    }
  }
}

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
