// How the tests start Chromium: without network access outside the tests, and as root in a container too.
import { existsSync } from 'node:fs';
import { ensureChromium } from './install-chromium.js';

export const chromium = {
  executablePath: await ensureChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

const WHOLE = '/usr/bin/chromium';

/** The browser with window features, such as a cache of previous pages, if there are two. */
export const wholeChromium = existsSync(WHOLE) ? { ...chromium, executablePath: WHOLE } : chromium;
