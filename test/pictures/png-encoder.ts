// Writes small PNG files, without loss. pngjs writes neither palettes nor animations.
import { crc32, deflateSync } from 'node:zlib';

export interface Image {
  readonly width: number;
  readonly height: number;
  /** Four bytes a pixel: red, green, blue, alpha. */
  readonly data: Buffer;
}

export interface Frame extends Image {
  readonly left: number;
  readonly top: number;
  readonly durationMs: number;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** None, sub, up, average and Paeth: of RFC 2083, section 6. */
const FILTERS = [0, 1, 2, 3, 4];

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

/** How all frames of a file store a pixel: as an index into the palette, or as three or four channels. */
class Format {
  readonly #palette = new Map<number, number>();
  readonly #colorType: number;
  readonly #bytesPerPixel: number;

  constructor(images: readonly Image[]) {
    for (const { data } of images)
      for (let at = 0; at < data.length && this.#palette.size <= 256; at += 4)
        if (!this.#palette.has(data.readUInt32BE(at)))
          this.#palette.set(data.readUInt32BE(at), this.#palette.size);
    const isOpaque = images.every(({ data }) => data.every((value, at) => at % 4 !== 3 || value === 255));
    this.#colorType = !isOpaque ? 6 : this.#palette.size > 256 ? 2 : 3;
    this.#bytesPerPixel = { 6: 4, 2: 3, 3: 1 }[this.#colorType] ?? 0;
  }

  header({ width, height }: Image): Buffer {
    const header = chunk(
      'IHDR',
      Buffer.concat([uint32(width, height), Buffer.from([8, this.#colorType, 0, 0, 0])]),
    );
    if (this.#colorType !== 3) return header;
    const colors = [...this.#palette.keys()].map((color) => uint32(color).subarray(0, 3));
    return Buffer.concat([header, chunk('PLTE', Buffer.concat(colors))]);
  }

  /** The compressed pixels, with the filters that make them smallest. */
  pixels({ width, height, data }: Image): Buffer {
    const size = this.#bytesPerPixel;
    const raw = Buffer.alloc(width * height * size);
    for (let pixel = 0; pixel < width * height; pixel++)
      if (this.#colorType === 3) raw[pixel] = this.#palette.get(data.readUInt32BE(4 * pixel)) ?? 0;
      else data.copy(raw, pixel * size, 4 * pixel, 4 * pixel + size);
    const rows = FILTERS.map((filter) => filtered(raw, { width: width * size, height, size, filter }));
    const best = Array.from({ length: height }, (_, row) => lightest(rows.map((each) => each[row] ?? raw)));
    const [smallest = raw] = [...rows, best]
      .map((each) => deflateSync(Buffer.concat(each), { level: 9, memLevel: 9 }))
      .sort((one, other) => one.length - other.length);
    return smallest;
  }
}

interface Layout {
  /** Bytes in a row. */
  readonly width: number;
  readonly height: number;
  /** Bytes of a pixel. */
  readonly size: number;
  readonly filter: number;
}

/** The rows, each behind the number of its filter. */
function filtered(raw: Buffer, { width, height, size, filter }: Layout): readonly Buffer[] {
  return Array.from({ length: height }, (_, row) => {
    const bytes = Buffer.alloc(width + 1, filter);
    for (let x = 0; x < width; x++) {
      const at = row * width + x;
      const left = x < size ? 0 : (raw[at - size] ?? 0);
      const above = row === 0 ? 0 : (raw[at - width] ?? 0);
      const corner = x < size || row === 0 ? 0 : (raw[at - width - size] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      bytes[x + 1] = (raw[at] ?? 0) - guess;
    }
    return bytes;
  });
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** The row whose bytes differ least from zero, as section 9.6 recommends. */
function lightest(rows: readonly Buffer[]): Buffer {
  const weightOf = (row: Buffer) =>
    row.subarray(1).reduce((sum, byte) => sum + Math.min(byte, 256 - byte), 0);
  return rows.reduce((best, row) => (weightOf(row) < weightOf(best) ? row : best));
}

/** The same pixels in the smallest file. */
export function encodePng(image: Image): Buffer {
  const format = new Format([image]);
  return Buffer.concat([SIGNATURE, format.header(image), chunk('IDAT', format.pixels(image)), chunk('IEND')]);
}

/** An animated PNG: the first frame covers it, and each of the others replaces a part. The last one stays. */
export function encodeAnimation(frames: readonly Frame[], plays: number): Buffer {
  const [first] = frames;
  if (!first) throw new Error('There are no frames');
  const format = new Format(frames);
  let sequence = 0;
  const parts = frames.flatMap((frame) => {
    const { width, height, left, top, durationMs } = frame;
    const times = Buffer.from([durationMs >> 8, durationMs & 255, 1000 >> 8, 1000 & 255, 0, 0]);
    const control = Buffer.concat([uint32(sequence++, width, height, left, top), times]);
    const pixels = format.pixels(frame);
    const data =
      frame === first ? chunk('IDAT', pixels) : chunk('fdAT', Buffer.concat([uint32(sequence++), pixels]));
    return [chunk('fcTL', control), data];
  });
  const animation = chunk('acTL', uint32(frames.length, plays));
  return Buffer.concat([SIGNATURE, format.header(first), animation, ...parts, chunk('IEND')]);
}
