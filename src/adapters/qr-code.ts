import core from 'qrcode/lib/core/qrcode.js';

/** Modules of white on every side (ISO/IEC 18004, section 6.3.8). */
const QUIET_ZONE = 4;

/**
 * White, as the fallback of a paint that does not exist. Extensions that darken pages, such as Dark Reader, replace what is a color
 * alone, and would make the tile as dark as the modules.
 */
const WHITE = 'url(#-) #fff';

/**
 * A code as SVG, in units of one module. Name both colors in attributes: a browser that darkens pages leaves drawn colors as they
 * are, and not those of styles.
 */
export interface QrDrawing {
  readonly viewBox: string;
  /** The path of the light tile, with the quiet zone. */
  readonly tile: string;
  /** The fill of the tile. */
  readonly white: string;
  /** The path of the dark modules: a rectangle for every run of them in a line. */
  readonly path: string;
}

/**
 * Draws the QR code of a text (ISO/IEC 18004): as small as error correction M allows, and with level Q if it fits at that
 * size.
 * @throws {Error} when the text is empty or longer than a QR code can hold
 */
export function drawQrCode(text: string): QrDrawing {
  const { size, data } = encode(text).modules;
  let path = '';
  for (let y = 0; y < size; y += 1) {
    const row = data.subarray(y * size, (y + 1) * size).join('');
    for (const run of row.matchAll(/1+/g)) {
      const { length } = run[0];
      path += `M${run.index} ${y}h${length}v1h-${length}z`;
    }
  }
  const edge = size + 2 * QUIET_ZONE;
  const viewBox = `${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`;
  return { viewBox, tile: `M${-QUIET_ZONE} ${-QUIET_ZONE}h${edge}v${edge}h-${edge}z`, white: WHITE, path };
}

/** Longer than any text for a wallet. */
const MAX_MIXED_LENGTH = 200;

function encode(text: string): ReturnType<typeof core.create> {
  // The shortest mix of modes takes longest to find, and hardly differs from bytes in the base64 of a link.
  const content = text.length > MAX_MIXED_LENGTH ? [{ data: text, mode: 'byte' as const }] : text;
  // The size depends on no mask, and finding the best mask takes half of the time.
  const { version } = core.create(content, { errorCorrectionLevel: 'M', maskPattern: 0 });
  try {
    return core.create(content, { errorCorrectionLevel: 'Q', version });
  } catch {
    // Level Q does not fit; the library reports that only by throwing. Level H fits at most 7 bytes at this size.
    return core.create(content, { errorCorrectionLevel: 'M', version });
  }
}
