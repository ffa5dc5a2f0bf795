import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { LitElement } from 'lit';
import type {
  CheckoutEventName,
  ElementProperties,
  EventOf,
  MerchantEventName,
} from '../wrapping/framework-wrapper.js';

type Listeners<E> = {
  [Name in CheckoutEventName | MerchantEventName as `on${Name}`]?:
    | ((event: EventOf<E, Name>) => void)
    | undefined;
};

/** A tag of this package in JSX: React 19 sets its properties and listens to its events. */
export type TagProps<E extends LitElement> = ElementProperties<E> &
  Listeners<E> &
  Omit<DetailedHTMLProps<HTMLAttributes<E>, E>, keyof ElementProperties<E>>;

type Tags = {
  [
    Tag in Extract<keyof HTMLElementTagNameMap, `crypto-${string}`>
  ]: HTMLElementTagNameMap[Tag] extends LitElement ? TagProps<HTMLElementTagNameMap[Tag]> : never;
};

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's own types are extended this way
  namespace JSX {
    // eslint-disable-next-line @typescript-eslint/no-empty-object-type
    interface IntrinsicElements extends Tags {}
  }
}
