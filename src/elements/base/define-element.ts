import { VERSION } from './version.js';

/** Copies of the package know each other's classes by it. */
const COPY = Symbol.for('crypto-checkout.version');

let hasWarned = false;

/**
 * Registers a class under its tag, unless the tag is taken: the first copy of the package stays. A copy of another
 * version that comes later says so once.
 */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  const present = customElements.get(tag);
  if (present) return warnVersionConflict(present, tag);
  Object.defineProperty(element, COPY, { value: VERSION });
  customElements.define(tag, element);
}

function warnVersionConflict(present: CustomElementConstructor, tag: string): void {
  const version: unknown = Reflect.get(present, COPY) ?? 'of an unknown version';
  if (hasWarned || version === VERSION) return;
  hasWarned = true;
  // eslint-disable-next-line no-console -- for the shop's developer
  console.warn(
    `crypto-checkout ${VERSION} was loaded after crypto-checkout ${String(version)}, which has defined <${tag}> and ` +
      'stays in use. Load one version: look for a second copy in the bundle (npm ls crypto-checkout) or a second ' +
      'script on the page.',
  );
}
