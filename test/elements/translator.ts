import { everything } from './checkout-fixture.js';

/**
 * As the translator of Chrome: puts a `<font>` in place of each text, in every shadow tree too. It leaves alone what
 * `translate="no"` protects, unless it is an extension that `ignores` that. A translated text is in `«»`.
 */
export function translate(root: Element, ignores = false): void {
  const untouched = ignores ? 'style, font' : 'style, font, [translate=no]';
  for (const element of everything(root)) {
    if (!(element instanceof HTMLElement) || element.closest(untouched)) continue;
    for (const text of [...element.childNodes]) {
      if (!(text instanceof Text) || !/[\p{L}\p{N}]/u.test(text.data)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(`«${text.data}»`);
      outer.append(inner);
      element.insertBefore(outer, text);
      text.remove();
    }
  }
}

/** As an extension that writes the text of elements, and not only the text nodes in them. */
export function rewrite(root: Element): void {
  for (const element of everything(root)) {
    if (!(element instanceof HTMLElement) || element.shadowRoot || element.matches('style, slot')) continue;
    if (element.childElementCount === 0 && element.textContent.trim())
      element.textContent = `«${element.textContent}»`;
  }
}

export function withoutMarks(text: string): string {
  return text.replace(/[«»]/g, '');
}

/** All texts that are rendered, in their order, without white space. */
export function allText(root: Element): string {
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.localName === 'style') return '';
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0)
      return node.assignedNodes().map(textOf).join('');
    return [...(node.shadowRoot ?? node).childNodes].map(textOf).join('');
  };
  return textOf(root).replace(/\s+/g, '');
}

/** The translated texts that are visible, without white space. */
export function translatedTexts(root: Element): readonly string[] {
  return everything(root)
    .filter((element) => element.matches(':not([role=status]) > font > font'))
    .map((element) => withoutMarks(element.textContent).replace(/\s+/g, ' ').trim());
}
