// The ways to embed the checkout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../.config/bootstrap.mjs';
import { page, publishBundle, script, tag, type Subject } from './subject.js';

const SINGLE_FILE = '/single/crypto-checkout.js';

export const OURS: readonly Subject[] = [
  {
    name: 'bundle',
    shows: 'coins',
    async publish(shop) {
      const head = script(await publishBundle(shop, 'bundle'));
      return (order) => page(head, tag(order));
    },
  },
  {
    name: 'single file',
    shows: 'coins',
    publish(shop) {
      shop.publish(SINGLE_FILE, readFileSync(join(root, 'dist/crypto-checkout.js'), 'utf8'));
      return Promise.resolve((order) => page(script(SINGLE_FILE), tag(order)));
    },
  },
  {
    name: 'from the proxy',
    shows: 'coins',
    publish: () => Promise.resolve((order) => page(script('/crypto-checkout/elements.js'), tag(order))),
  },
  {
    name: 'open payment',
    shows: 'code',
    async publish(shop) {
      const head = script(await publishBundle(shop, 'bundle'));
      return async (order) => {
        await shop.choose(order, 'BTC');
        return page(head, tag(order));
      };
    },
  },
];
