// How the tests start Chromium: without a look outside, and as root in a container too.
import { existsSync } from 'node:fs';

export const chromium = {
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
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

/** Where there are two, the browser that also has what belongs to windows, such as a cache of the pages before. */
export const wholeChromium = existsSync(WHOLE) ? { ...chromium, executablePath: WHOLE } : chromium;
