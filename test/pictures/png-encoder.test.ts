import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { encodeAnimation, encodePng, type Image } from './png-encoder.js';

/** Few colors have a palette, many have channels. */
const images = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    colors: fc.uniqueArray(fc.nat(0xffffff), { minLength: 1, maxLength: 400 }),
    alpha: fc.constantFrom(255, 128),
  })
  .map(({ width, height, colors, alpha }) => {
    const data = Buffer.alloc(4 * width * height, alpha);
    for (let pixel = 0; pixel < width * height; pixel++)
      data.writeUIntBE(colors[(pixel * pixel) % colors.length] ?? 0, 4 * pixel, 3);
    return { width, height, data };
  });

const isSame = (picture: Buffer, { width, height, data }: Image) => {
  const read = PNG.sync.read(picture);
  assert.deepEqual([read.width, read.height], [width, height]);
  assert.ok(read.data.equals(data));
};

/** The parts of a file: their names and contents. */
function chunksOf(picture: Buffer): readonly (readonly [name: string, data: Buffer])[] {
  const chunks: (readonly [string, Buffer])[] = [];
  for (let at = 8; at < picture.length;) {
    const end = at + 8 + picture.readUInt32BE(at);
    chunks.push([picture.toString('latin1', at + 4, at + 8), picture.subarray(at + 8, end)]);
    at = end + 4;
  }
  return chunks;
}

describe('an encoded picture', () => {
  it('has exactly the pixels of the image', () => {
    fc.assert(fc.property(images, (image) => isSame(encodePng(image), image)));
  });

  it('is an animation whose first frame every reader shows, and whose others have their place and time', () => {
    const frame = (width: number, value: number) => ({
      ...{ width, height: 2, left: 4 - width, top: 0, durationMs: 800 },
      data: Buffer.alloc(8 * width, value).map((byte, at) => (at % 4 === 3 ? 255 : byte)) as Buffer,
    });
    const [first, second] = [frame(4, 1), frame(2, 9)];
    const picture = encodeAnimation([first, second], 2);
    isSame(picture, first);
    const chunks = chunksOf(picture);
    const names = ['IHDR', 'PLTE', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'];
    assert.deepEqual(
      chunks.map(([name]) => name),
      names,
    );
    const [, animation = Buffer.alloc(0)] = chunks[2] ?? [];
    assert.deepEqual([animation.readUInt32BE(0), animation.readUInt32BE(4)], [2, 2]);
    const [, control = Buffer.alloc(0)] = chunks[5] ?? [];
    assert.deepEqual(
      [0, 4, 8, 12, 16].map((at) => control.readUInt32BE(at)),
      [1, 2, 2, 2, 0],
    );
    assert.equal(control.readUInt16BE(20) / control.readUInt16BE(22), 0.8);
  });
});
