import type { LitElement } from 'lit';
import type { ElementProperties, EventOf } from './framework-wrapper.js';

type Own<
  Tag extends keyof HTMLElementTagNameMap,
  Attributes extends Readonly<Record<string, keyof HTMLElementTagNameMap[Tag]>>,
  Events extends keyof HTMLElementEventMap,
  Prefix extends string,
> = ElementProperties<HTMLElementTagNameMap[Tag] & LitElement> & {
  [Name in keyof Attributes]?: HTMLElementTagNameMap[Tag][Attributes[Name]] | undefined;
} & {
  [Name in Events as `${Prefix}${Name}`]?:
    | ((event: EventOf<HTMLElementTagNameMap[Tag], Name>) => void)
    | undefined;
};

/**
 * What a template may write on a tag: its properties, its attributes by their own names, its events, and what its framework
 * lets it write on any tag. The types for Svelte and Solid are generated with it from the manifest.
 *
 * @typeParam Attributes attributes whose names are not those of their properties: `{ 'return-after': 'returnAfter' }`
 * @typeParam Prefix how the framework writes a listener, such as `on` or `on:`
 */
export type TagOf<
  Tag extends keyof HTMLElementTagNameMap,
  Attributes extends Readonly<Record<string, keyof HTMLElementTagNameMap[Tag]>>,
  Events extends keyof HTMLElementEventMap,
  Prefix extends string,
  AnyTag,
> = Own<Tag, Attributes, Events, Prefix> & Omit<AnyTag, keyof Own<Tag, Attributes, Events, Prefix>>;

/** Listeners of a document, where events of our elements arrive too. */
export type ListenersOf<Events extends keyof HTMLElementEventMap> = {
  readonly [Name in Events as `on${Name}`]?: ((event: HTMLElementEventMap[Name]) => void) | undefined;
};
