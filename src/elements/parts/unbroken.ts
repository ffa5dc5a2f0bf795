import { html, type TemplateResult } from 'lit';

/** Keeps the standard of a network, such as `(TRC-20)`, in one line: browsers may break a line after its hyphen. */
export function unbroken(text: string): readonly (string | TemplateResult)[] {
  return text
    .split(/(\(\w+-\d+\))/)
    .map((part, index) => (index % 2 === 0 ? part : html`<span class="whole">${part}</span>`));
}
