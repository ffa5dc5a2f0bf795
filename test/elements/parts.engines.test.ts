import { expect } from '@open-wc/testing';
import { documentedParts, hostsIn, open, partsOf, SCENES } from './parts-support.js';
import { replaceClipboard } from './checkout-fixture.js';

/** The parts of all scenarios, by the tag of the element: those of its own tree, and all below it. */
const own = new Map<string, Set<string>>();
const below = new Map<string, Set<string>>();

function record(seen: Map<string, Set<string>>, { localName }: Element, parts: readonly string[]): void {
  seen.set(localName, new Set([...(seen.get(localName) ?? []), ...parts]));
}

describe('the parts of the elements', () => {
  for (const [name, scene] of Object.entries(SCENES)) {
    it(`reach the page: ${name}`, async () => {
      const putBack = replaceClipboard(undefined);
      const element = await open(scene).finally(putBack);
      const kept = hostsIn(element)
        .filter((host) => host !== element)
        .flatMap((host) => {
          const exported = (host.getAttribute('exportparts') ?? '').split(/[\s,]+/);
          const handed = hostsIn(host).flatMap(partsOf);
          return handed
            .filter((part) => !exported.includes(part))
            .map((part) => `${host.localName}: ${part}`);
        });
      expect([...new Set(kept)]).to.deep.equal([]);
      for (const host of hostsIn(element)) {
        record(own, host, partsOf(host));
        record(below, host, hostsIn(host).flatMap(partsOf));
      }
    });
  }

  it('are listed on the Theming page with their elements, all of them and no others', async () => {
    const tags = [...own.keys()].sort();
    expect(tags.length).to.equal(10);
    const words = await Promise.all(tags.map((tag) => documentedParts(tag)));
    const named = tags.map((tag) => [tag, ...[...(own.get(tag) ?? [])].sort()]);
    expect(named).to.deep.equal(tags.map((tag, index) => [tag, ...(words[index] ?? [])]));
  });

  it('are exported by a list that names all of them, and nothing that no element has', () => {
    const known = new Set([...own.values()].flatMap((parts) => [...parts]));
    for (const [tag, parts] of below) {
      const list: unknown = Reflect.get(customElements.get(tag) ?? {}, 'parts');
      if (typeof list !== 'string') continue;
      const names = list.split(/[\s,]+/);
      expect(
        [...parts].filter((part) => !names.includes(part)),
        tag,
      ).to.deep.equal([]);
      expect(
        names.filter((name) => !known.has(name)),
        tag,
      ).to.deep.equal([]);
    }
  });

  it('take the styles of a page, through every element in between', async () => {
    const { content } = SCENES['awaiting'] ?? {};
    if (!content) throw new Error('There is no such scene');
    const style = document.createElement('style');
    style.textContent = 'crypto-checkout::part(copy) { border-top-width: 7px }';
    document.head.append(style);
    const element = await open({ content });
    const copies = hostsIn(element).flatMap((host) => [
      ...(host.shadowRoot?.querySelectorAll('[part=copy]') ?? []),
    ]);
    expect(copies.map((copy) => getComputedStyle(copy).borderTopWidth)).to.deep.equal(['7px', '7px']);
    style.remove();
  });
});
