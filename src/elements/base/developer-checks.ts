import type { LitElement, PropertyValues } from 'lit';
import type { Appearance } from '../../styles/appearance.js';
import { warningForAttribute, warningsForAppearance } from './developer-warnings.js';
import { warnDeveloper, wrapperOf } from './warn-developer.js';

/** The proxy reports invalid values of these attributes. */
const PROXY_CHECKS = ['order', 'checkout', 'customer', 'endpoint'];

const checked = new Set<string>();

/** In development, warns once about values that an element does not understand. */
export function checkElement(
  element: LitElement & { readonly appearance: Appearance | null },
  changed: PropertyValues,
): void {
  if (wrapperOf(element)) return;
  if (changed.has('appearance')) checkAppearance(element, element.appearance);
  const { elementProperties } = element.constructor as typeof LitElement;
  for (const [property, { attribute }] of elementProperties) {
    if (!changed.has(property) || attribute === false) continue;
    const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
    checkAttribute(element, name, element.getAttribute(name) ?? Reflect.get(element, property));
  }
}

/** Checks an attribute, or its property. */
function checkAttribute(element: Element, name: string, value: unknown): void {
  const attribute = `${element.localName} ${name}=${String(value)}`;
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || !value || PROXY_CHECKS.includes(name) || checked.has(attribute)) return;
  checked.add(attribute);
  const warning = warningForAttribute(element.localName, name, String(value));
  if (warning) warnDeveloper(element, warning);
}

function checkAppearance(element: Element, appearance: Appearance | null): void {
  if (!appearance) return;
  for (const warning of warningsForAppearance(appearance)) {
    if (checked.has(warning)) continue;
    checked.add(warning);
    warnDeveloper(element, warning);
  }
}
