import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDrawing } from '../../.config/svg-drawing.mjs';

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" fill="none" viewBox="0 0 24 24">${inside}</svg>`;
const path = '<path fill="#F7931A" d="M24 0H0v24h24z"/>';

test('a drawing is read as data: groups and the clip of the whole field are dropped', () => {
  const text = svg(
    `<g clip-path="url(#a)">${path}<path fill="#fff" fill-rule="evenodd" d="M1 1h2z" clip-rule="evenodd"/></g>
     <defs><clipPath id="a"><path fill="#fff" d="M0 0h24v24H0z"/></clipPath></defs>`,
  );
  assert.deepEqual(readDrawing('x', text), [
    { d: 'M24 0H0v24h24z', fill: '#F7931A' },
    { d: 'M1 1h2z', fill: '#fff', evenOdd: true },
  ]);
});

test('a gradient becomes a flat color, its first one', () => {
  const text = svg(
    `<path fill="url(#b)" d="M0 0h1z"/><defs><linearGradient id="b" x1="0" x2="1" y1="0" y2="1" gradientUnits="userSpaceOnUse">
     <stop stop-color="#599DB0"/><stop offset="1" stop-color="#47F8C3"/></linearGradient></defs>`,
  );
  assert.deepEqual(readDrawing('x', text), [{ d: 'M0 0h1z', fill: '#599DB0' }]);
});

const HOSTILE: Readonly<Record<string, string>> = {
  'a script': svg(`<script>alert(1)</script>${path}`),
  'a script in another name space': svg(`<svg:script>alert(1)</svg:script>${path}`),
  'a script inside a path': svg('<path fill="#fff" d="M0 0"><script/></path>'),
  'a foreign object': svg(`<foreignObject></foreignObject>${path}`),
  'an image': svg(`<image href="https://example.com/a.png"/>${path}`),
  'a use of something elsewhere': svg(`<use href="#a"/>${path}`),
  'a link': svg(`<a href="javascript:alert(1)">${path}</a>`),
  'an animation': svg(`<animate attributeName="fill" to="red"/>${path}`),
  'a style element': svg(`<style>path{}</style>${path}`),
  'a style attribute': svg('<path fill="#fff" style="color:red" d="M0 0"/>'),
  'an event handler': svg('<path fill="#fff" onload="alert(1)" d="M0 0"/>'),
  'an event handler in capitals': svg('<path fill="#fff" ONLOAD="alert(1)" d="M0 0"/>'),
  'a link attribute': svg('<path fill="#fff" xlink:href="#a" d="M0 0"/>'),
  'an attribute without quotes': svg('<path fill=#fff d="M0 0"/>'),
  'a color of another server': svg('<path fill="url(https://example.com/#a)" d="M0 0"/>'),
  'a missing color': svg('<path fill="url(#nowhere)" d="M0 0"/>'),
  'a named color': svg('<path fill="red" d="M0 0"/>'),
  'no color': svg('<path d="M0 0"/>'),
  'a path that is no path': svg('<path fill="#fff" d="M0 0;alert(1)"/>'),
  'an attribute twice': svg('<path fill="#fff" fill="#000" d="M0 0"/>'),
  'a move that would change the drawing': svg('<g transform="scale(2)"><path fill="#fff" d="M0 0"/></g>'),
  'a clip that would change the drawing': svg(
    `${path}<defs><clipPath id="a"><path fill="#fff" d="M0 0h1z"/></clipPath></defs>`,
  ),
  'a comment': svg(`<!-- x -->${path}`),
  'text': svg(`hello${path}`),
  'an entity': `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(path)}`,
  'a processing instruction': `<?xml-stylesheet href="a"?>${svg(path)}`,
  'an element of HTML': svg(`<img src="x"/>${path}`),
  'a property of every object': svg(`<constructor/>${path}`),
  'an element that is not closed': svg(`<g>${path}`),
  'a tag that closes nothing': svg(`${path}</g>`),
  'nothing': svg(''),
  'no SVG': '',
};

for (const [what, text] of Object.entries(HOSTILE)) {
  test(`${what} is refused`, () => {
    assert.throws(() => readDrawing('x', text), /^Error: x: /);
  });
}
