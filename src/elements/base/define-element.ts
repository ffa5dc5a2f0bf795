import { VERSION } from './version.js';

/** Key of the version on a class, shared by all copies of the package. */
const VERSION_KEY = Symbol.for('crypto-checkout.version');

let hasWarned = false;

/**
 * Registers a class under its tag, unless the tag is taken: the first copy of the package stays. A later copy of
 * another version warns once.
 */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  const present = customElements.get(tag);
  if (present) return warnVersionConflict(present, tag);
  Object.defineProperty(element, VERSION_KEY, { value: VERSION });
  customElements.define(tag, element);
}

function warnVersionConflict(present: CustomElementConstructor, tag: string): void {
  const version: unknown = Reflect.get(present, VERSION_KEY) ?? 'of an unknown version';
  if (hasWarned || version === VERSION) return;
  hasWarned = true;
  // eslint-disable-next-line no-console -- for the shop's developer
  console.warn(
    `crypto-checkout ${VERSION} was loaded after crypto-checkout ${String(version)}, which has defined <${tag}> and ` +
      'stays in use. Load one version: look for a second copy in the bundle (npm ls crypto-checkout) or a second ' +
      'script on the page.',
  );
}
