import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileOf } from '../package/docs-text.js';
import { installed, packed, run } from './projects.js';

const SAMPLES = ['order-page.js', 'order-page.test.js', 'jest.config.js', 'babel.config.js'];

// Here, its name is not that of a test of ours.
const CONSUMER = {
  name: 'unit-tests',
  folder: 'unit-tests',
  shared: { 'elements.test.js': 'unit-tests/elements.js' },
};

describe("a shop's unit tests load, show and use the elements", () => {
  let beside = '';
  let folder = '';

  before(async () => {
    beside = await packed();
    [folder = ''] = await installed(beside, [CONSUMER]);
    for (const name of SAMPLES) writeFileSync(join(folder, name), fileOf(name));
  });
  after(() => rmSync(beside, { recursive: true, force: true }));

  for (const environment of ['jsdom', 'happy-dom'])
    it(`in Vitest with ${environment}`, async () => {
      await run(folder, 'npx', ['vitest', 'run', '--globals', '--environment', environment], 'test');
    });

  for (const environment of ['jsdom', '@happy-dom/jest-environment'])
    it(`in Jest with ${environment}`, async () => {
      await run(folder, 'npx', ['jest', '--env', environment], 'test');
    });
});
