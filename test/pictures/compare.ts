import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * What a picture may differ in from the stored one. A pixel counts from a distance of 0.02 (OKLab), about the smallest that
 * an eye notices; softened edges of text and curves do not count. A browser draws the same page with one such pixel more
 * or less, while the smallest icon or line that changes has more than twenty.
 */
export const TOLERANCE = { threshold: 0.02, pixels: 20 };

export interface Difference {
  readonly pixels: number;
  readonly pixelsInAll: number;
  /** PNG: the differing pixels in red, over a pale picture. */
  readonly drawing: Buffer;
}

/** On a larger sheet, if the other picture is larger: the rest is transparent, and differs from every page. */
function onSheet(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const sheet = new PNG({ width, height, fill: true });
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, 0, 0);
  return sheet;
}

/** Compares two pictures (PNG). Returns `null` if they are alike. */
export function compare(expected: Buffer, actual: Buffer): Difference | null {
  if (expected.equals(actual)) return null;
  const pictures = [PNG.sync.read(expected), PNG.sync.read(actual)] as const;
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const drawing = new PNG({ width, height });
  const [before, after] = pictures.map((picture) => onSheet(picture, width, height).data);
  if (!before || !after) return null;
  const { threshold } = TOLERANCE;
  const pixels = pixelmatch(before, after, drawing.data, width, height, { threshold });
  if (pixels <= TOLERANCE.pixels) return null;
  return { pixels, pixelsInAll: width * height, drawing: PNG.sync.write(drawing) };
}

/** More than a page with something that loads ever needed. */
const MOST_PICTURES = 30;

/** Takes pictures until two are alike: what loads is there, and what moves has stopped. */
export async function takeAtRest(take: () => Promise<Buffer>): Promise<Buffer> {
  let last = await take();
  for (let count = 1; count < MOST_PICTURES; count++) {
    const next = await take();
    if (!compare(last, next)) return next;
    last = next;
  }
  throw new Error(`The page still changes after ${MOST_PICTURES} pictures. Freeze what moves in it.`);
}
