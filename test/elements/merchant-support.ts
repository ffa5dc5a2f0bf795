import { expect, fixture } from '@open-wc/testing';
import { html, unsafeStatic } from 'lit/static-html.js';
import '../../src/merchant/entry.js';
import { deskWith, type ScriptedDesk } from '../../stories/scripted-desk.js';
import { stopMotion } from './browser-engine.js';
import { all, everything, settled } from './checkout-fixture.js';

before(stopMotion);

type StaffTag = Extract<keyof HTMLElementTagNameMap, `crypto-merchant${string}`>;

export interface Opened<Tag extends StaffTag> {
  readonly element: HTMLElementTagNameMap[Tag];
  readonly desk: ScriptedDesk;
}

/** An element of the staff in a page, over a scripted client. */
export async function openStaff<Tag extends StaffTag>(
  tag: Tag,
  changes: Partial<ScriptedDesk> = {},
  attributes: Record<string, string> = {},
): Promise<Opened<Tag>> {
  const desk = deskWith(changes);
  const name = unsafeStatic(tag);
  const element = await fixture<HTMLElementTagNameMap[Tag]>(
    html`<${name} locale="en-GB" .client=${desk}></${name}>`,
  );
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  await settled(element);
  return { element, desk };
}

/** Tests that hold for every state of every element of the staff. */
export function itIsSound(
  tag: StaffTag,
  changes: () => Partial<ScriptedDesk>,
  attributes: Record<string, string> = {},
): void {
  for (const [theme, dir] of [
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ] as const) {
    it(`is accessible in ${theme}, ${dir}`, async () => {
      const { element } = await openStaff(tag, changes(), { ...attributes, theme, dir });
      await expect(element).to.be.accessible();
    });
  }

  it('has no style attribute, no inline handler, and no target below 24 px', async () => {
    const { element } = await openStaff(tag, changes(), attributes);
    for (const node of everything(element)) {
      for (const { name } of node.attributes) expect(name, node.localName).not.to.match(/^(style|on.*)$/);
    }
    for (const target of all(element, 'button, select, input, textarea, a')) {
      const { width, height } = target.getBoundingClientRect();
      if (width > 0) expect(Math.min(width, height), target.textContent).to.be.at.least(24);
    }
  });

  for (const width of [320, 640, 1100]) {
    it(`fits into ${width} px`, async () => {
      const { element } = await openStaff(tag, changes(), attributes);
      if (element.parentElement) element.parentElement.style.inlineSize = `${width}px`;
      await settled(element);
      for (const panel of all(element, '.panel'))
        expect(panel.scrollWidth, 'overflow').to.be.at.most(panel.clientWidth);
    });
  }
}

/** What the page saves, in place of the browser. */
export function catchFiles(): { readonly files: Blob[]; readonly stop: () => void } {
  const { createObjectURL } = URL;
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:caught';
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = () => {};
  return {
    files,
    stop: () => {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
    },
  };
}
