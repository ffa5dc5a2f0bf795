import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { Album } from './album.js';
import { TOLERANCE } from './compare.js';
import { review } from './review.js';

const base = mkdtempSync(join(tmpdir(), 'crypto-checkout-pictures-'));
after(() => rmSync(base, { recursive: true, force: true }));

const FONTS = { en: '109.0 133.0 112.0', ar: '88.0 133.0 88.0' };
const STORIES = ['checkout--paid', 'checkout--expired'];

/** A white page with so many black pixels. */
function page(blackPixels: number, { height = 20, width = 20 } = {}): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  // In one block: lonely pixels are taken for softened edges.
  for (let pixel = 0; pixel < blackPixels; pixel++) png.data.fill(0, pixel * 4, pixel * 4 + 3);
  return PNG.sync.write(png);
}

describe('the stored pictures', () => {
  let folders = { stored: '', differing: '' };
  beforeEach(() => {
    const folder = mkdtempSync(join(base, 'run-'));
    folders = { stored: join(folder, 'stored'), differing: join(folder, 'differing') };
  });

  const albumOf = ({ stories = STORIES, version = '1.0', text = FONTS } = {}) =>
    new Album('chromium', stories, { version, text }, folders);
  /** A run over pages with so many black pixels. */
  const look = (
    black: number,
    { only = [] as readonly string[], update = false, album = albumOf() } = {},
  ) => {
    const open = () => Promise.resolve(() => Promise.resolve(page(black)));
    return review({ album, open, close: () => Promise.resolve() }, { only, update });
  };

  it('are those of every story: one that has none is named, with what takes it', async () => {
    const problems = await look(0);
    assert.deepEqual(
      problems.slice(0, 2),
      STORIES.map((id) => `chromium has no picture of ${id}. Take it: npm run pictures -- --update ${id}`),
    );
    assert.match(problems[2] ?? '', /^not checked: .*: nothing tells what they were taken with\. /);
    await look(0, { update: true });
    assert.deepEqual(await look(0), []);
  });

  it('differ from a changed story, which is named with its pixels, and shown in three pictures', async () => {
    await look(0, { update: true });
    const [problem = '', ...others] = await look(100);
    assert.match(
      problem,
      /^chromium draws checkout--paid otherwise: 100 of 400 pixels \(.*-difference\.png\)\. /,
    );
    assert.match(problem, /On purpose: npm run pictures -- --update checkout--paid$/);
    assert.equal(others.length, 1);
    assert.deepEqual(
      readdirSync(join(folders.differing, 'chromium')).filter((name) => name.startsWith('checkout--paid')),
      ['actual', 'difference', 'expected'].map((name) => `checkout--paid-${name}.png`),
    );
    assert.deepEqual(await look(0), []);
    assert.deepEqual(readdirSync(join(folders.differing, 'chromium')), []);
  });

  it('differ from a story that has become higher', async () => {
    await look(0, { update: true });
    const [problem = ''] = await albumOf().check('checkout--paid', () =>
      Promise.resolve(page(0, { height: 22 })),
    );
    assert.match(problem, /^chromium draws checkout--paid otherwise: \d+ of 440 pixels/);
  });

  it('tolerate as many pixels as are stated', async () => {
    await look(0, { update: true });
    assert.deepEqual(await look(TOLERANCE.pixels), []);
    assert.notDeepEqual(await look(TOLERANCE.pixels + 1), []);
  });

  it('change on purpose: only those that look otherwise, or are named', async () => {
    await look(0, { update: true });
    assert.equal(await albumOf().update('checkout--paid', () => Promise.resolve(page(0))), false);
    await look(100, { update: true, only: ['checkout--expired'] });
    assert.match((await look(100)).join(), /^chromium draws checkout--paid /);
    assert.match((await look(0)).join(), /^chromium draws checkout--expired /);
  });

  it('have a story: one of a deleted story is named, and deleted on purpose', async () => {
    await look(0, { update: true });
    const fewer = () => albumOf({ stories: ['checkout--paid'] });
    assert.match(
      (await look(0, { album: fewer() })).join(),
      /checkout--expired, which is no story\. Delete it: /,
    );
    await look(0, { album: fewer(), update: true });
    assert.deepEqual(await look(0, { album: fewer() }), []);
    assert.ok(!existsSync(join(folders.stored, 'chromium/checkout--expired.png')));
  });

  it('are not compared with those of another version or other fonts, which is reported', async () => {
    await look(0, { update: true });
    const newer = albumOf({ version: '1.1' });
    assert.equal(
      newer.note,
      'not checked: the pictures of chromium: they were taken with version 1.0; this is 1.1',
    );
    assert.deepEqual(await newer.check('checkout--paid', () => Promise.resolve(page(100))), []);
    assert.notDeepEqual(await newer.check('checkout--new', () => Promise.resolve(page(0))), []);
    const other = albumOf({ text: { ...FONTS, ar: '90.0 133.0 90.0' } });
    assert.match(other.note, /^not checked: .*: the fonts of this machine draw ar otherwise$/);
  });

  it('are all taken with one version', async () => {
    await look(0, { update: true });
    const newer = () => albumOf({ version: '1.1' });
    const [problem = ''] = await look(100, { album: newer(), update: true, only: ['checkout--paid'] });
    assert.match(problem, /^not checked: .* Take all of them: npm run pictures -- --update$/);
    await look(100, { album: newer(), update: true });
    assert.deepEqual(await look(100, { album: newer() }), []);
  });

  it('are taken when a page has come to rest, and never of one that does not', async () => {
    let count = 0;
    const settling = () => Promise.resolve(page(count < 3 ? count++ * 50 : 0));
    await albumOf().update('checkout--paid', settling);
    assert.deepEqual(await albumOf().check('checkout--paid', () => Promise.resolve(page(0))), []);
    const moving = () => Promise.resolve(page((count++ % 2) * 100));
    await assert.rejects(albumOf().update('checkout--paid', moving), /still changes after 30 pictures/);
  });

  it('have a size that every clone can carry', () => {
    const album = albumOf();
    writeFileSync(join(folders.stored, 'chromium/checkout--paid.png'), Buffer.alloc(21_200_001));
    assert.deepEqual(album.problems(), ['The pictures have 21200001 bytes, more than 21200000.']);
  });
});
