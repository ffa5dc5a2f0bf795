import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../../../.config/bootstrap.mjs';
import { bundleWithConnect } from '../../screen/bundle.js';
import { page, PAGES, script, type Subject } from './subject.js';

/** The payment element of bitcoin-connect, which has to be installed. In a smaller window it shows buttons and no code. */
export const CONNECT: Subject = {
  name: 'bitcoin-connect',
  shows: 'code',
  width: 600,
  async publish(shop) {
    const folder = join(cache, 'bench/loading');
    const names = await bundleWithConnect([join(PAGES, 'connect.js')], folder);
    for (const name of names) shop.publish(`/connect/${name}`, readFileSync(join(folder, name), 'utf8'));
    const html = page(script('/connect/connect.js'), '');
    return () => html;
  },
};
