// Takes `.github/checkout.png`, the animation of a payment in the README, from the story "Live".
//   node .config/bootstrap.mjs test/stories/payment-animation.ts
// It plays twice, and stays at the paid order: nothing moves on beside the text (WCAG 2.2.2).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { cache, ensureBuilt, ensureGallery, root } from '../../.config/bootstrap.mjs';
import { NOW } from '../../stories/frozen-time.js';
import { encodeAnimation, type Frame, type Image } from '../pictures/png-encoder.js';
import { IS_SETTLED, openStories } from './story-pages.js';

const FILE = join(root, '.github/checkout.png');
const PLAYS = 2;
const MOST_BYTES = 300_000;
/** The card with the margin of the gallery around it. */
const WIDTH = 412;
const MARGIN = 12;
/** Time passes only as this program sets it: the countdown is the same in every run. */
const FREEZE = 'performance.now = () => Date.now() - 1.79e12;';
/** Of the mark that shows where the payer presses. */
const MARK = `
  position: fixed; z-index: 1; inline-size: 36px; block-size: 36px; margin: -18px; border-radius: 50%;
  background: #15181e33; border: 2px solid #15181e88; box-sizing: border-box;`;

interface Shot extends Image {
  readonly durationMs: number;
}

await ensureBuilt();
await ensureGallery();
const { browser, address, close } = await openStories(join(cache, 'storybook'));
const page = await browser.newPage({
  ...{ viewport: { width: WIDTH, height: 1400 }, deviceScaleFactor: 2 },
  ...{ timezoneId: 'Europe/Oslo', locale: 'en-GB', reducedMotion: 'reduce' },
});
const shots: Shot[] = [];
let card = { x: 0, y: 0, width: WIDTH, height: 0 };

async function shoot(durationMs: number): Promise<void> {
  await page.waitForFunction(IS_SETTLED);
  const picture = await page.screenshot({ clip: card, animations: 'disabled', caret: 'hide' });
  const { width, height, data } = PNG.sync.read(picture);
  shots.push({ width, height, data, durationMs });
}

/** Shows where the payer presses, and presses there. */
async function press(name: RegExp): Promise<void> {
  const option = page.getByRole('option', { name }).first();
  const { x, y, width, height } = (await option.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const css = `${MARK} left: ${x + width / 2}px; top: ${y + height / 2}px;`;
  await page.evaluate((style) => {
    document.body.append(Object.assign(document.createElement('div'), { id: 'mark' }));
    document.getElementById('mark')?.setAttribute('style', style);
  }, css);
  await shoot(400);
  await page.evaluate(() => document.getElementById('mark')?.remove());
  await option.click();
  await page.mouse.move(0, 0);
}

const control = (name: string) => page.getByRole('button', { name, exact: true }).click();
const title = (name: string) => page.getByRole('heading', { name }).waitFor();

async function passSecond(page: Page, second: number): Promise<void> {
  await page.clock.setFixedTime(Date.parse(NOW) + 1000 * second);
  await page
    .getByText(`29:${60 - second}`)
    .first()
    .waitFor();
}

await page.clock.setFixedTime(NOW);
await page.addInitScript(FREEZE);
await page.goto(address({ id: 'live--open' }, 'theme:light'));
await page.getByRole('option', { name: /^Tether USDT/ }).waitFor();
const { y = 0, height = 0 } = (await page.locator('crypto-checkout').boundingBox()) ?? {};
card = { ...card, y: y - MARGIN, height: height + 2 * MARGIN };
await shoot(1000);
await press(/^Tether USDT/);
await page.getByRole('option', { name: /TRON/ }).first().waitFor();
await shoot(600);
await press(/TRON/);
await page.getByRole('button', { name: 'Copy address' }).waitFor();
await shoot(800);
for (const second of [1, 2]) {
  await passSecond(page, second);
  await shoot(800);
}
await control('Pay, and do not confirm');
await title('Payment detected');
await shoot(1500);
await control('Confirm');
await title('Paid. Thank you.');
await shoot(2000);
await close();

/** Rare colors, of softened edges, become the nearest of the 256 that a palette has room for. */
function withFewColors(images: readonly Shot[]): void {
  const counts = new Map<number, number>();
  const each = (act: (data: Buffer, at: number) => void) => {
    for (const { data } of images) for (let at = 0; at < data.length; at += 4) act(data, at);
  };
  each((data, at) => counts.set(data.readUInt32BE(at), (counts.get(data.readUInt32BE(at)) ?? 0) + 1));
  const channels = (color: number) => [color >>> 24, (color >> 16) & 255, (color >> 8) & 255] as const;
  const distance = (one: number, other: number) => {
    const [red, green, blue] = channels(one);
    const [red2, green2, blue2] = channels(other);
    return (red - red2) ** 2 + (green - green2) ** 2 + (blue - blue2) ** 2;
  };
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([color]) => color)
    .slice(0, 256);
  const nearest = new Map(
    [...counts.keys()].map((color) => [
      color,
      palette.reduce((best, other) => (distance(color, other) < distance(color, best) ? other : best)),
    ]),
  );
  each((data, at) => data.writeUInt32BE(nearest.get(data.readUInt32BE(at)) ?? 0, at));
}

/** The part of a picture in which it differs from the one before. */
function changeOf({ width, height, data, durationMs }: Shot, before: Image | undefined): Frame {
  const [xs, ys] = [new Set<number>(), new Set<number>()];
  for (let pixel = 0; pixel < width * height; pixel++)
    if (!before || data.readUInt32BE(4 * pixel) !== before.data.readUInt32BE(4 * pixel)) {
      xs.add(pixel % width);
      ys.add(Math.floor(pixel / width));
    }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = { width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
  const rows = Array.from({ length: size.height }, (_, row) => {
    const start = 4 * ((top + row) * width + left);
    return data.subarray(start, start + 4 * size.width);
  });
  return { ...size, left, top, durationMs, data: Buffer.concat(rows) };
}

withFewColors(shots);
const picture = encodeAnimation(
  shots.map((shot, index) => changeOf(shot, shots[index - 1])),
  PLAYS,
);
if (picture.length > MOST_BYTES) throw new Error(`It has ${picture.length} bytes, more than ${MOST_BYTES}`);
writeFileSync(FILE, picture);
console.log(`${FILE}: ${shots.length} frames, ${picture.length} bytes`);
