import {
  Children,
  createElement,
  forwardRef,
  isValidElement,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  version,
} from 'react';
import type { ForwardRefExoticComponent, HTMLAttributes, ReactNode, RefAttributes, RefObject } from 'react';
import type { LitElement } from 'lit';
import { assertVersion } from '../wrapping/assert-version.js';
import { attributesOf, NO_SLOT, propertiesOf, valuesFor } from '../wrapping/framework-wrapper.js';
import type { ElementProperties, EventOf, Values, WrappedElement } from '../wrapping/framework-wrapper.js';

/** Property of the component: the event that it listens to. */
export type EventNames = Readonly<Record<string, keyof HTMLElementEventMap>>;

type Listeners<E, Names extends EventNames> = {
  -readonly [Prop in keyof Names]?: ((event: EventOf<E, Names[Prop]>) => void) | undefined;
};

/** The part of the component's properties that is not set on the element. */
interface WithChildren {
  readonly children?: ReactNode;
}

type Own<E extends LitElement, Names extends EventNames> = ElementProperties<E> & Listeners<E, Names>;

/** The element's properties and events, and the attributes of any HTML element: `className`, `style`, children. */
export type Props<E extends LitElement, Names extends EventNames> = Own<E, Names> &
  Omit<HTMLAttributes<E>, keyof Own<E, Names>>;

export type ElementComponent<E extends LitElement, Names extends EventNames> = ForwardRefExoticComponent<
  Props<E, Names> & RefAttributes<E>
>;

/**
 * Hooks fail on a server that renders with another copy of React than this module imports: Next.js does so for a package
 * in `serverExternalPackages`. React 18 also warns about layout effects there.
 */
export const isServer = typeof document === 'undefined';

/**
 * Creates a component for an element, for React 18 and 19. A server renders the tag with its attributes; in the browser
 * the element is defined with its first use, and receives its values as properties. A value that is removed resets the
 * property to its default.
 * @throws {Error} if React is older
 */
export function createComponent<E extends LitElement, Names extends EventNames>(
  wrapped: WrappedElement<E>,
  events: Names,
): ElementComponent<E, Names> {
  assertVersion('React', '18', version);
  const own = new Set([...propertiesOf(wrapped.element).map(({ name }) => name), ...Object.keys(events)]);
  const Component = forwardRef<E, Values & WithChildren>((props, ref) => {
    if (isServer)
      return createElement(wrapped.tag, {
        ...hostProps(props, own),
        ...attributesOf(wrapped.element, props),
        children: childrenInLink(wrapped, props),
      });
    const host = useRef<E>(null);
    // Attributes are set once, as on the server: later changes are set as properties.
    const [attributes] = useState(() => attributesOf(wrapped.element, props));
    useImperativeHandle<E | null, E | null>(ref, () => host.current, []);
    useListeners(host, events, props);
    useProperties(host, wrapped, props);
    return createElement(wrapped.tag, {
      ...hostProps(props, own),
      ...attributes,
      children: childrenInLink(wrapped, props),
      ref: host,
      // Once it is defined, the element sets attributes itself.
      suppressHydrationWarning: true,
    });
  });
  Component.displayName = wrapped.tag;
  return Component;
}

/** Returns the children. If the element leads to a page, they are in a link for browsers without JavaScript. */
function childrenInLink(
  { plainLink }: WrappedElement,
  { children, ...values }: Values & WithChildren,
): ReactNode {
  const link = plainLink?.(values) ?? null;
  const isLink = (child: ReactNode) => isValidElement(child) && child.type === 'a';
  if (link === null || Children.toArray(children).some(isLink)) return children;
  const isEmpty = Children.count(children) === 0;
  return createElement('a', {
    href: link.href,
    // Once it is defined, the element takes the address from the link.
    suppressHydrationWarning: true,
    ...(isEmpty && { slot: NO_SLOT }),
    children: isEmpty ? link.text : children,
  });
}

/** Each event goes to the handler of the latest rendering. */
function useListeners(host: RefObject<Element | null>, events: EventNames, props: Values): void {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const listening = new AbortController();
    for (const [prop, type] of Object.entries(events)) {
      const notify = (event: Event): void => {
        const handler = latest.current[prop];
        if (typeof handler === 'function') handler(event);
      };
      host.current?.addEventListener(type, notify, listening);
    }
    return () => listening.abort();
  }, []);
}

/** Sets only changed values, so that changes by the element itself are kept. */
function useProperties(host: RefObject<Element | null>, wrapped: WrappedElement, props: Values): void {
  const before = useRef<Values | null>(null);
  useLayoutEffect(() => {
    wrapped.define();
    const known = before.current ?? valuesFor(wrapped, {});
    const values = valuesFor(wrapped, props);
    for (const [name, value] of Object.entries(values)) {
      if (host.current && !Object.is(value, known[name])) Reflect.set(host.current, name, value);
    }
    before.current = values;
  });
}

/** React 18 would write `classname="…"` and `hidden="false"` on a custom element. */
function hostProps(props: Values, own: ReadonlySet<string>): Values {
  return Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) => {
      const isAbsent = own.has(name) || (value === false && !name.includes('-'));
      return isAbsent ? [] : [[name === 'className' ? 'class' : name, value]];
    }),
  );
}
