import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const LAYOUT_STORY = 'checkout--late';

/** A white page with so many black pixels. */
function page(blackPixels: number, { height = 20, width = 20 } = {}): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  // In one block: lonely pixels are taken for softened edges.
  for (let pixel = 0; pixel < blackPixels; pixel++) png.data.fill(0, pixel * 4, pixel * 4 + 3);
  return PNG.sync.write(png);
}

describe('the stored pictures and layouts', () => {
  let folders = { stored: '', differing: '' };
  beforeEach(() => {
    const folder = mkdtempSync(join(base, 'run-'));
    folders = { stored: join(folder, 'stored'), differing: join(folder, 'differing') };
  });

  const albumOf = ({ pictures = STORIES, layouts = [LAYOUT_STORY], version = '1.0', text = FONTS } = {}) =>
    new Album('chromium', { pictures, layouts }, { version, text }, folders);
  const viewOf = (picture: () => Buffer, layout = '0 0 20 20 Paid') => ({
    picture: () => Promise.resolve(picture()),
    layout: () => Promise.resolve(layout),
  });
  const pageOf = (...args: Parameters<typeof page>) => viewOf(() => page(...args));
  /** A run over pages with so many black pixels, and this layout. */
  const look = (
    black: number,
    { only = [] as readonly string[], update = false, album = albumOf(), layout = '0 0 20 20 Paid' } = {},
  ) => {
    const open = () => Promise.resolve(viewOf(() => page(black), layout));
    return review({ album, open, close: () => Promise.resolve() }, { only, update });
  };

  it('are those of every story: one that has none is named, with what takes it', async () => {
    const problems = await look(0);
    assert.deepEqual(
      problems.slice(0, 3),
      [...STORIES, LAYOUT_STORY].map((id) => {
        const kind = STORIES.includes(id) ? 'picture' : 'layout';
        return `chromium has no ${kind} of ${id}. Take it: npm run pictures -- --update ${id}`;
      }),
    );
    assert.match(problems[3] ?? '', /^not checked: .*: nothing tells what they were taken with\. /);
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

  it('differ from a story whose text has moved, is missing or is new, by these lines', async () => {
    await look(0, { update: true, layout: '0 0 20 20 Paid\n0 40 20 20 Late\n0 60 20 20 Help' });
    const layout = '0 0 20 20 Paid\n0 30 20 20 Late\n0 80 9 9 svg';
    const [problem = '', ...others] = await look(0, { layout });
    assert.equal(
      problem,
      `chromium draws checkout--late otherwise: ${[
        ...['', '- 0 40 20 20 Late', '- 0 60 20 20 Help', '+ 0 30 20 20 Late', '+ 0 80 9 9 svg'],
      ].join('\n     ')}. On purpose: npm run pictures -- --update checkout--late`,
    );
    assert.deepEqual(others, []);
    await look(0, { layout, update: true, only: [LAYOUT_STORY] });
    assert.deepEqual(await look(0, { layout }), []);
  });

  it('differ from a story that has become higher', async () => {
    await look(0, { update: true });
    const [problem = ''] = await albumOf().check('checkout--paid', pageOf(0, { height: 22 }));
    assert.match(problem, /^chromium draws checkout--paid otherwise: \d+ of 440 pixels/);
  });

  it('tolerate as many pixels as are stated', async () => {
    await look(0, { update: true });
    assert.deepEqual(await look(TOLERANCE.pixels), []);
    assert.notDeepEqual(await look(TOLERANCE.pixels + 1), []);
  });

  it('change on purpose: only those that look otherwise, or are named', async () => {
    await look(0, { update: true });
    assert.equal(await albumOf().update('checkout--paid', pageOf(0)), false);
    await look(100, { update: true, only: ['checkout--expired'] });
    assert.match((await look(100)).join(), /^chromium draws checkout--paid /);
    assert.match((await look(0)).join(), /^chromium draws checkout--expired /);
  });

  it('have a story: what no story needs any more is named, and deleted on purpose', async () => {
    await look(0, { update: true });
    const fewer = () => albumOf({ pictures: ['checkout--paid'], layouts: [] });
    assert.deepEqual(
      (await look(0, { album: fewer() })).map((problem) => problem.split(', ')[0]),
      ['chromium has a picture of checkout--expired', 'chromium has a layout of checkout--late'],
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
    assert.deepEqual(await newer.check('checkout--paid', pageOf(100)), []);
    assert.notDeepEqual(await newer.check('checkout--new', pageOf(0)), []);
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
    const settling = () => page(count < 3 ? count++ * 50 : 0);
    await albumOf().update('checkout--paid', viewOf(settling));
    assert.deepEqual(await albumOf().check('checkout--paid', pageOf(0)), []);
    const moving = () => page((count++ % 2) * 100);
    await assert.rejects(
      albumOf().update('checkout--paid', viewOf(moving)),
      /still changes after 30 pictures/,
    );
  });

  it('are packed without loss', async () => {
    await look(100, { update: true });
    const stored = readFileSync(join(folders.stored, 'chromium/checkout--paid.png'));
    const taken = page(100);
    assert.ok(stored.length < taken.length);
    assert.deepEqual(PNG.sync.read(stored).data, PNG.sync.read(taken).data);
  });

  it('have a size that every clone can carry', () => {
    const album = albumOf();
    writeFileSync(join(folders.stored, 'chromium/checkout--paid.png'), Buffer.alloc(4_000_001));
    assert.deepEqual(album.problems(), ['The pictures have 4000001 bytes, more than 4000000.']);
  });
});
