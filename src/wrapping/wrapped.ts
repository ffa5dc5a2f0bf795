import { defineElement } from '../elements/base/define-element.js';
import type { WrappedElement } from './framework-wrapper.js';
import type { LitElement } from 'lit';

export function wrapped<E extends LitElement>(
  tag: string,
  element: WrappedElement<E>['element'],
  define = () => defineElement(tag, element),
  plainLink?: WrappedElement<E>['plainLink'],
): WrappedElement<E> {
  return { tag, element, define, plainLink };
}
