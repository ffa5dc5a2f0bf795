import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { LAYOUT } from './layout.js';

let browser: Browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

interface Line {
  readonly top: number;
  readonly height: number;
  readonly text: string;
}

async function layoutOf(body: string): Promise<readonly Line[]> {
  const page = await browser.newPage();
  await page.setContent(`<style>p { margin: 0 }</style><div id="storybook-root">${body}</div>`);
  const lines = String(await page.evaluate(LAYOUT)).split('\n');
  await page.close();
  return lines.map((line) => {
    const [, top, , height, ...words] = line.split(' ');
    return { top: Number(top), height: Number(height), text: words.join(' ') };
  });
}

const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text);

it('a layout has the visible texts, drawings and fields, also in shadow roots and dialogs', async () => {
  const host = `<div><template shadowrootmode="open"><b><slot></slot></b><i>inside</i></template>slotted</div>`;
  const lines = await layoutOf(`<p>one  word</p>${host}<svg width="8" height="9"></svg><input value="typed">
    <dialog style="position: fixed; top: 200px" open>dialog</dialog>`);
  assert.deepEqual(textsOf(lines), ['one word', 'slotted', 'inside', 'svg', 'input typed', 'dialog']);
  assert.equal(lines.find(({ text }) => text === 'svg')?.height, 9);
});

it('a layout shows a part that has moved over another one', async () => {
  const [one, two] = await layoutOf('<p>one</p><p>two</p>');
  const [same, moved] = await layoutOf('<p>one</p><p style="margin-top: -5px">two</p>');
  assert.ok(one && two && moved);
  assert.deepEqual(same, one);
  assert.equal(moved.top, two.top - 5);
});

it('a layout leaves out what is hidden, clipped or for screen readers alone', async () => {
  const hidden = [
    'display: none',
    'visibility: hidden',
    'opacity: 0',
    'width: 1px; height: 1px; overflow: hidden',
  ];
  const [one, two, ...others] = await layoutOf(`
    <div style="overflow: hidden; height: 30px; line-height: 20px"><p>one</p><p>two</p><p>three</p></div>
    ${hidden.map((style) => `<p style="position: absolute; ${style}">hidden</p>`).join('')}`);
  assert.ok(one && two);
  assert.deepEqual(textsOf([one, two, ...others]), ['one', 'two']);
  assert.ok(two.height < one.height);
});
