/** Registers a class under its tag, unless the tag is taken: loading two copies of the package harms nothing. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
