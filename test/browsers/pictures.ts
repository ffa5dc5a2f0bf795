import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cache, ensureGallery, root } from '../../.config/bootstrap.mjs';
import { openCamera, type EngineCamera } from '../pictures/engine-camera.js';

/** Each of them has a folder of this name. */
const ELEMENTS = readdirSync(join(root, 'src/elements')).filter((name) => name.startsWith('crypto-'));

/** The stories with a picture in every browser, in an engine of its own. */
export function picturesIn(engine: 'firefox' | 'webkit'): void {
  describe(`the pictured stories in ${engine}`, () => {
    let camera: EngineCamera;
    before(async () => {
      await ensureGallery();
      camera = await openCamera(engine, join(cache, 'storybook'));
    });
    after(() => camera.close());

    it('look as in their stored pictures, and every element is in one', async () => {
      const { album } = camera;
      const problems: string[] = [];
      const seen = new Set<string>();
      for (const id of album.stories) {
        problems.push(...(await album.check(id, await camera.open(id))));
        for (const name of await camera.elements()) seen.add(name);
      }
      if (album.note) console.log(album.note);
      assert.deepEqual([...problems, ...album.problems()], []);
      assert.deepEqual(
        ELEMENTS.filter((name) => !seen.has(name)),
        [],
      );
    });
  });
}
