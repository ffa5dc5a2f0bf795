// Older versions lack names: a missing one would end the import before the check of the version.
import * as Vue from 'vue';
import type { DefineSetupFnComponent, HTMLAttributes, VNode } from 'vue';
import type { LitElement } from 'lit';
import { assertVersion } from '../wrapping/assert-version.js';
import { attributesOf, NO_SLOT, propertiesOf, valuesFor } from '../wrapping/framework-wrapper.js';
import type { ElementProperties, EventOf, Values, WrappedElement } from '../wrapping/framework-wrapper.js';

type Emits<E extends LitElement, Names extends keyof HTMLElementEventMap> = {
  [Name in Names]: (event: EventOf<E, Name>) => void;
};

/** The element's properties, and the attributes of any HTML element. */
type Props<E extends LitElement> = ElementProperties<E> & Omit<HTMLAttributes, keyof ElementProperties<E>>;

/** A component whose properties and events are those of its element: `@crypto-paid`. */
export type ElementComponent<
  E extends LitElement,
  Names extends keyof HTMLElementEventMap = never,
> = DefineSetupFnComponent<Props<E>, Emits<E, Names>>;

/**
 * Creates a component for an element. A server renders the tag with its attributes; in the browser the element is
 * defined with its first use, and receives its values as properties. A value that is removed resets the property to its
 * default. Listeners and other attributes are passed to the element.
 * @throws {Error} if Vue is older
 */
export function createComponent<E extends LitElement, Names extends keyof HTMLElementEventMap = never>(
  wrapped: WrappedElement<E>,
): ElementComponent<E, Names> {
  assertVersion('Vue', '3.5', Vue.version);
  const types = new Map(propertiesOf(wrapped.element).map(({ name, type }) => [name, type]));
  return Vue.defineComponent<Props<E>, Emits<E, Names>>(
    (_props, { attrs, slots }) => {
      Vue.onBeforeMount(wrapped.define);
      return () => {
        const { own, rest } = splitValues(attrs, types);
        return Vue.h(
          wrapped.tag,
          { ...rest, ...hostValues(wrapped, own) },
          childrenInLink(wrapped, own, slots['default']?.()),
        );
      };
    },
    { name: wrapped.tag, inheritAttrs: false },
  );
}

/** Returns the children. If the element leads to a page, they are in a link for browsers without JavaScript. */
function childrenInLink({ plainLink }: WrappedElement, values: Values, children: VNode[] = []): VNode[] {
  const link = plainLink?.(values) ?? null;
  if (link === null || children.some(({ type }) => type === 'a')) return children;
  const { href, text } = link;
  return [children.length > 0 ? Vue.h('a', { href }, children) : Vue.h('a', { href, slot: NO_SLOT }, text)];
}

function splitValues(attrs: Values, types: ReadonlyMap<string, unknown>) {
  const pairs = Object.entries(attrs);
  const isOwn = ([name]: readonly [string, unknown]): boolean => types.has(Vue.camelize(name));
  const own = pairs.filter(isOwn).map(([key, value]) => {
    const name = Vue.camelize(key);
    return [name, fromTemplate(value, types.get(name))] as const;
  });
  return { own: Object.fromEntries(own), rest: Object.fromEntries(pairs.filter((pair) => !isOwn(pair))) };
}

/** Without a colon a template passes text: `open` is empty, and `return-after="30"` is not a number. */
function fromTemplate(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === Boolean) return true;
  return type === Number ? Number(value) : value;
}

function hostValues(wrapped: WrappedElement, own: Values): Values {
  if (typeof document === 'undefined') return attributesOf(wrapped.element, own);
  return Object.fromEntries(
    Object.entries(valuesFor(wrapped, own)).map(([name, value]) => [`.${name}`, value]),
  );
}
