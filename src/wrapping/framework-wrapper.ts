import type { LitElement } from 'lit';
import type { CryptoEventMap } from '../dom/elements.js';
import type { CryptoDepositReadyEvent, CryptoReadyEvent } from '../events/events.js';
import type { PlainLink } from '../elements/crypto-checkout-button/plain-link.js';
import { defineElement } from '../elements/base/define-element.js';
import type { CryptoDeposit } from '../elements/crypto-deposit/crypto-deposit.js';

/** What a framework needs to know of an element. */
export interface WrappedElement<E extends LitElement = LitElement> {
  readonly tag: string;
  readonly element: typeof LitElement & (new () => E);
  /** Registers the element and the elements inside it. Browser only. */
  readonly define: () => void;
  /** Returns the link around its children, where the element works without JavaScript. */
  readonly plainLink?: ((values: Values) => PlainLink | null) | undefined;
}

/** @param define default: registers the element alone */
export function wrapElement<E extends LitElement>(
  tag: string,
  element: WrappedElement<E>['element'],
  define = () => defineElement(tag, element),
  plainLink?: WrappedElement<E>['plainLink'],
): WrappedElement<E> {
  return { tag, element, define, plainLink };
}

interface PublicProperty {
  readonly name: string;
  /** `null` if the property accepts more than text. */
  readonly attribute: string | null;
  /** Type of its attribute. Default: text. */
  readonly type: unknown;
}

export type Values = Readonly<Record<string, unknown>>;

/** Returns the element's properties from Lit's own metadata. */
export function propertiesOf(element: typeof LitElement): readonly PublicProperty[] {
  // Read first: this makes Lit collect the properties of the class.
  const observed = new Set(element.observedAttributes);
  return [...element.elementProperties].flatMap(([name, { attribute, state, type }]) => {
    if (typeof name !== 'string' || state === true) return [];
    const attributeName = typeof attribute === 'string' ? attribute : name.toLowerCase();
    return {
      name,
      attribute: attribute !== false && observed.has(attributeName) ? attributeName : null,
      type,
    };
  });
}

/** Returns the values that attributes can express, for server rendering. */
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

/** Returns the value of every property, or its default. Browser only, once the element is defined. */
export function valuesFor(wrapped: WrappedElement, values: Values): Values {
  const pairs = Object.entries(defaultValuesOf(wrapped));
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, values[name] === undefined ? value : values[name]]),
  );
}

type OwnName<E> = Exclude<keyof E, keyof LitElement | keyof ElementInternals | `form${string}Callback`>;

type SettableName<E, Name extends keyof E> =
  (<T>() => T extends Pick<E, Name> ? 1 : 2) extends <T>() => T extends { -readonly [K in Name]: E[K] }
    ? 1
    : 2
    ? Name
    : never;

/** The settable properties of an element: without read-only ones, methods, and those of every element. */
export type PropertyName<E extends LitElement> = {
  [Name in OwnName<E>]-?: SettableName<E, Name>;
}[OwnName<E>];

export type ElementProperties<E extends LitElement> = {
  [Name in keyof Pick<E, PropertyName<E>>]?: E[Name] | undefined;
};

/** The type of an event, as this element dispatches it. */
export type EventOf<E, Name extends keyof HTMLElementEventMap> = Name extends 'crypto-ready'
  ? E extends CryptoDeposit
    ? CryptoDepositReadyEvent
    : CryptoReadyEvent
  : HTMLElementEventMap[Name];

export type CheckoutEventName = keyof CryptoEventMap;

/** Events of the elements for the shop's staff, where a page has their types. */
export type MerchantEventName = Extract<keyof HTMLElementEventMap, `crypto-merchant-${string}`>;

export type DepositEventName = 'crypto-ready' | 'crypto-currency-change' | 'crypto-error';

/** Events of a picker, beside those of any form field. */
export type PickerEventName = 'crypto-currency-change';

/** A slot that no element has: where a link is in it, the element shows its own text. */
export const NO_SLOT = 'without-script';
