/** What a person has entered into a form, and how far they have come. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** The fields that a person has left or submitted, and not changed since: only their faults are shown. */
  readonly checked: ReadonlySet<string>;
  /** Whether the form asks once more before it sends its values. */
  readonly isConfirming: boolean;
}

/** The forms and buttons of an element, by their keys: one form is open, and the requests of several may be in flight. */
export interface FormsState {
  readonly open: string | null;
  /** Of the open form, of those whose request is in flight, and of those whose request has failed after a person had left them. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** Keys of the forms and buttons whose request is in flight. */
  readonly busy: ReadonlySet<string>;
  /** Why a form was not sent, or why a request failed. */
  readonly errors: ReadonlyMap<string, string>;
}

export const NO_FORMS: FormsState = { open: null, drafts: new Map(), busy: new Set(), errors: new Map() };
export const NO_DRAFT: Draft = { values: {}, checked: new Set(), isConfirming: false };

export type FormsAction =
  | { readonly kind: 'send' | 'done'; readonly key: string }
  | { readonly kind: 'open'; readonly key: string; readonly values?: Draft['values'] }
  | { readonly kind: 'type'; readonly key: string; readonly values: Draft['values'] }
  | { readonly kind: 'check'; readonly key: string; readonly names: readonly string[] }
  | { readonly kind: 'confirm'; readonly key: string; readonly isConfirming: boolean }
  | { readonly kind: 'fail'; readonly key: string; readonly error: string }
  | { readonly kind: 'close' };

/** Returns the next state. What happens to one form never changes what stands in another one. */
export function nextForms(state: FormsState, action: FormsAction): FormsState {
  switch (action.kind) {
    case 'open': {
      const { key, values = {} } = action;
      const left = state.open === key ? state : leave(state);
      const draft = left.drafts.get(key) ?? { ...NO_DRAFT, values };
      return { ...withDraft(left, key, draft), open: key, errors: without(left.errors, key) };
    }
    case 'close':
      return leave(state);
    case 'type': {
      const { key, values } = action;
      return {
        ...change(state, key, (draft) => typeInto(draft, values)),
        errors: without(state.errors, key),
      };
    }
    case 'check':
      return change(state, action.key, (draft) => ({
        ...draft,
        checked: new Set([...draft.checked, ...action.names]),
      }));
    case 'confirm': {
      const { key, isConfirming } = action;
      return {
        ...change(state, key, (draft) => ({ ...draft, isConfirming })),
        errors: without(state.errors, key),
      };
    }
    case 'send':
      return {
        ...state,
        busy: new Set([...state.busy, action.key]),
        errors: without(state.errors, action.key),
      };
    case 'fail': {
      const { key, error } = action;
      return { ...state, busy: withoutBusy(state, key), errors: new Map([...state.errors, [key, error]]) };
    }
    case 'done': {
      const { key } = action;
      return {
        open: state.open === key ? null : state.open,
        drafts: without(state.drafts, key),
        busy: withoutBusy(state, key),
        errors: without(state.errors, key),
      };
    }
  }
}

/** Leaves the open form. What was entered is kept only while it is being sent: the request may fail. */
function leave({ open: key, ...state }: FormsState): FormsState {
  if (key === null) return { ...state, open: null };
  return {
    ...state,
    open: null,
    drafts: state.busy.has(key) ? state.drafts : without(state.drafts, key),
    errors: without(state.errors, key),
  };
}

function change(state: FormsState, key: string, edit: (draft: Draft) => Draft): FormsState {
  const draft = state.drafts.get(key);
  return draft ? withDraft(state, key, edit(draft)) : state;
}

function typeInto({ values, checked }: Draft, typed: Draft['values']): Draft {
  const isChanged = (name: string) => typed[name] !== undefined && typed[name] !== values[name];
  return {
    values: { ...values, ...typed },
    checked: new Set([...checked].filter((name) => !isChanged(name))),
    isConfirming: false,
  };
}

const withDraft = (state: FormsState, key: string, draft: Draft): FormsState => ({
  ...state,
  drafts: new Map([...state.drafts, [key, draft]]),
});

const withoutBusy = ({ busy }: FormsState, key: string) => new Set([...busy].filter((one) => one !== key));

function without<T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  return map.has(key) ? new Map([...map].filter(([one]) => one !== key)) : map;
}
