import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { checkout, checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { until } from '../until.js';
import { everything, one, settled } from './checkout-fixture.js';

/** The text before and after each place where the browser breaks a line within one text. */
function breaksIn(root: Element): readonly (readonly [before: string, after: string])[] {
  const texts = everything(root)
    .filter(({ localName }) => localName !== 'style')
    .flatMap((element) => [...element.childNodes].filter((node) => node instanceof Text));
  return texts.flatMap((text) => {
    const range = document.createRange();
    const found: (readonly [string, string])[] = [];
    let line: number | null = null;
    for (const { segment, index } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(
      text.data,
    )) {
      range.setStart(text, index);
      range.setEnd(text, index + segment.length);
      const [box] = range.getClientRects();
      if (!box || box.width === 0) continue;
      if (line !== null && box.top > line + box.height / 2)
        found.push([text.data.slice(0, index), text.data.slice(index)]);
      line = box.top;
    }
    return found;
  });
}

const isLetter = (text: string | undefined) => /[\p{L}\p{N}]/u.test(text ?? '');

/** Whether a break is within a word, by the rules of the language. */
function isInWord(before: string, after: string, lang: string): boolean {
  if (!isLetter([...before].at(-1)) || !isLetter([...after][0])) return false;
  const words = new Intl.Segmenter(lang, { granularity: 'word' }).segment(before + after);
  return words.containing(before.length)?.index !== before.length;
}

const STATES = [
  ready(checkout),
  ...(['awaiting', 'detected', 'overpaid', 'expired'] as const).map((state) => ready(checkoutIn(state))),
];
const WIDTHS = [280, 300, 320, 340];

describe('a language without spaces', () => {
  for (const lang of ['zh-Hans', 'zh-Hant', 'ja', 'th'])
    it(`breaks lines between words in ${lang}, in narrow cards`, async () => {
      const broken: string[] = [];
      let count = 0;
      for (const [width, snapshot] of WIDTHS.flatMap((width) =>
        STATES.map((state) => [width, state] as const),
      )) {
        const box = await fixture<HTMLElement>(
          html`<div style="inline-size: ${width}px">
            <crypto-checkout lang=${lang} .session=${new ScriptedSession(snapshot)}></crypto-checkout>
          </div>`,
        );
        const element = box.querySelector('crypto-checkout');
        if (!element) throw new Error('There is no checkout');
        await until(() => one(element, '.card').lang === lang, `the card is in ${lang}`);
        await settled(element);
        for (const [before, after] of breaksIn(element)) {
          count += 1;
          if (isInWord(before, after, lang)) broken.push(`${before.slice(-12)}|${after.slice(0, 12)}`);
        }
      }
      expect(count).to.be.greaterThan(3);
      expect(broken).to.deep.equal([]);
    });

  it('keeps the exact texts whole for the clipboard and the shop', async () => {
    const box = await fixture<HTMLElement>(
      html`<crypto-checkout
        lang="zh-Hans"
        .session=${new ScriptedSession(ready(checkoutIn('awaiting')))}
      ></crypto-checkout>`,
    );
    await until(() => one(box, '.card').lang === 'zh-Hans', 'the card is in Chinese');
    one(box, '[part~=help]').click();
    await settled(box);
    const values = everything(box).map((element) => element.getAttribute('value') ?? '');
    expect(values.filter((value) => value.includes('\u200b'))).to.deep.equal([]);
  });
});
