// The ways to embed the checkout.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as RenderModule from 'crypto-checkout/render';
import { root } from '../../../../.config/bootstrap.mjs';
import { built } from '../shop.js';
import { page, publishBundle, script, tag, type Subject } from './subject.js';

const SINGLE_FILE = '/single/crypto-checkout.js';

/** A page into which the server of the shop renders the checkout. */
function rendered(name: string, level: RenderModule.RenderLevel, shows: Subject['shows']): Subject {
  return {
    name,
    shows,
    async publish(shop) {
      const { renderCheckout } = await built<typeof RenderModule>('render.js');
      return async (order) => {
        if (shows === 'code') await shop.choose(order, 'BTC');
        const { head, html } = await renderCheckout({ proxy: shop.proxy, order, level, locale: 'en-GB' });
        return page(head, html);
      };
    },
  };
}

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
    name: 'head()',
    shows: 'coins',
    async publish() {
      const { head } = await built<typeof RenderModule>('render.js');
      const lines = await head({ locale: 'en-GB' });
      return (order) => page(lines, tag(order));
    },
  },
  rendered('state', 'state', 'coins'),
  rendered('shell', 'shell', 'coins'),
  rendered('open payment, shell', 'shell', 'code'),
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
