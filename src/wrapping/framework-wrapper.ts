import type { LitElement } from 'lit';
import type { CryptoDepositReadyEvent, CryptoReadyEvent } from '../events/events.js';
import type { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';

/** What a framework's component needs to know of the element that it stands for. */
export interface WrappedElement<E extends LitElement = LitElement> {
  readonly tag: string;
  readonly element: typeof LitElement & (new () => E);
  /** Registers the element with all that it is made of. In a browser only. */
  readonly define: () => void;
}

interface PublicProperty {
  readonly name: string;
  /** `null` where the property takes more than text. */
  readonly attribute: string | null;
  /** How its attribute is read; text unless said. */
  readonly type: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

/** The element's properties, as Lit knows them: there is no second list to keep. */
export function propertiesOf(element: typeof LitElement): readonly PublicProperty[] {
  // Read first: Lit gathers the properties of a class when it is asked for its attributes.
  const observed = new Set(element.observedAttributes);
  return [...element.elementProperties].flatMap(([name, { attribute, state, type }]) => {
    if (typeof name !== 'string' || state === true) return [];
    const said = typeof attribute === 'string' ? attribute : name.toLowerCase();
    return { name, attribute: attribute !== false && observed.has(said) ? said : null, type };
  });
}

/** What can be said in markup, for a page that a server renders. */
export function attributesOf(element: typeof LitElement, values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    propertiesOf(element).flatMap(({ name, attribute }) => {
      const text = attributeText(values[name]);
      return attribute === null || text === null ? [] : [[attribute, text]];
    }),
  );
}

function attributeText(value: unknown): string | null {
  if (value === true) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const defaultValues = new Map<string, Values>();

/** What the properties of a new element hold. */
function defaultValuesOf({ tag, element }: WrappedElement): Values {
  const known = defaultValues.get(tag);
  if (known) return known;
  const fresh = document.createElement(tag);
  const values = Object.fromEntries(
    propertiesOf(element).map(({ name }) => [name, Reflect.get(fresh, name)]),
  );
  defaultValues.set(tag, values);
  return values;
}

/** Every property's value: what was given, else what it began with. In a browser, once it is defined. */
export function valuesFor(wrapped: WrappedElement, given: Values): Values {
  const pairs = Object.entries(defaultValuesOf(wrapped));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, given[name] === undefined ? value : given[name]]),
  );
}

type OwnName<E> = Exclude<keyof E, keyof LitElement | keyof ElementInternals | `form${string}Callback`>;

type SettableName<E, Name extends keyof E> =
  (<T>() => T extends Pick<E, Name> ? 1 : 2) extends <T>() => T extends { -readonly [K in Name]: E[K] }
    ? 1
    : 2
    ? Name
    : never;

/** What can be set on an element of ours: nothing read-only, no method, nothing that every element has. */
export type PropertyName<E extends LitElement> = {
  [Name in OwnName<E>]-?: SettableName<E, Name>;
}[OwnName<E>];

/** All of it, each as one likes. */
export type ElementProperties<E extends LitElement> = {
  [Name in keyof Pick<E, PropertyName<E>>]?: E[Name] | undefined;
};

/** The event of that name, as this element tells it. */
export type EventOf<E, Name extends keyof HTMLElementEventMap> = Name extends 'crypto-ready'
  ? E extends CryptoDeposit
    ? CryptoDepositReadyEvent
    : CryptoReadyEvent
  : HTMLElementEventMap[Name];

/** What a checkout tells its page. */
export type CheckoutEventName = Exclude<
  Extract<keyof HTMLElementEventMap, `crypto-${string}`>,
  'crypto-notice'
>;

/** What a deposit tells its page. */
export type DepositEventName = 'crypto-ready' | 'crypto-currency-change' | 'crypto-error';

/** What a picker tells its page, beside what any form field tells. */
export type PickerEventName = 'crypto-currency-change';
