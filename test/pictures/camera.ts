import type { Album } from './album.js';

/** An open story. */
export interface View {
  /** Takes its picture, as PNG. */
  readonly picture: () => Promise<Buffer>;
  /** Reads its layout: see `LAYOUT`. */
  readonly layout: () => Promise<string>;
}

/** A browser that looks at stories. */
export interface Camera {
  readonly album: Album;
  /** Opens a story and waits for its end. */
  open(id: string): Promise<View>;
  close(): Promise<void>;
}

/** A card of 420 px, and the margin of the gallery around it. */
export const NARROW = 452;

export const TIME_ZONE = 'Europe/Oslo';
