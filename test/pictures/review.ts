// Goes through the stories of one browser.
import type { Camera } from './camera.js';

export interface Review {
  /** Ids of stories; empty for all of them. */
  readonly only: readonly string[];
  readonly update: boolean;
}

/** Compares what is stored of a browser, or stores it anew. Returns what is wrong, and prints what it stores. */
export async function review(camera: Camera, { only, update }: Review): Promise<readonly string[]> {
  const { album, open } = camera;
  const isPart = only.length > 0;
  // Pictures of two browsers beside each other could not be compared with either.
  const note = album.note && `${album.note}. Take all of them: npm run pictures -- --update`;
  if (note && update && isPart) return [note];
  const problems: string[] = [];
  for (const id of album.stories.filter((story) => !isPart || only.includes(story))) {
    const view = await open(id);
    if (!update) problems.push(...(await album.check(id, view)));
    else if (await album.update(id, view)) console.log(`stored ${id} of ${album.browser}`);
  }
  if (update && !isPart) album.finish();
  return [...problems, ...album.problems(), ...(note && !update ? [note] : [])];
}
