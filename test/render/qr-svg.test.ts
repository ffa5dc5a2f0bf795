import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import jsqr from 'jsqr';
import { qrSvg } from '../../src/render/markup/qr-svg.js';

const PIXELS_PER_MODULE = 4;

/** The text that an independent decoder reads in a drawing. */
function read(svg: string): string | undefined {
  const edge = Number(/viewBox="-4 -4 (\d+)/.exec(svg)?.[1]) * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    const [left, top] = [x, y].map((value) => (Number(value) + 4) * PIXELS_PER_MODULE);
    if (left === undefined || top === undefined) continue;
    for (let row = top; row < top + PIXELS_PER_MODULE; row += 1) {
      const start = (row * edge + left) * 4;
      for (let pixel = 0; pixel < Number(length) * PIXELS_PER_MODULE; pixel += 1)
        pixels.fill(0, start + pixel * 4, start + pixel * 4 + 3);
    }
  }
  return jsqr(pixels, edge, edge)?.data;
}

describe('the QR code of a payment link', () => {
  for (const length of [120, 199, 200, 201, 450, 1000])
    it(`of ${length} characters leads to that link, drawn for the first time and again`, () => {
      const token = Array.from({ length }, (_, index) => 'aB3-eF_9Z'.charAt((index * 7) % 9)).join('');
      const link = `https://pay.shop.example/pay/${token}`.slice(0, length);
      const [first, again] = [qrSvg(link, 'QR code'), qrSvg(link, 'Code & more')];
      assert.equal(read(first), link);
      assert.equal(again, first.replace('QR code', 'Code &amp; more'));
    });
});
