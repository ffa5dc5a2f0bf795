import type { Album } from './album.js';

/** A browser that takes pictures of stories. */
export interface Camera {
  readonly album: Album;
  /** Opens a story and waits for its end. Returns what takes the picture. */
  open(id: string): Promise<() => Promise<Buffer>>;
  close(): Promise<void>;
}

/** A card of 420 px, and the margin of the gallery around it. */
export const NARROW = 452;

export const TIME_ZONE = 'Europe/Oslo';
