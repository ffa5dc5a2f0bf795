// Finds the Chromium of the tests, and installs it if there is none.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { exclusively, fail, log, mustInstall, root, sh } from '../../../.config/bootstrap.mjs';
import { canInstallPackages, ensureFont, installPackages } from './debian-packages.js';

/** Debian's Chromium without windows: it draws the same with two thirds of the processor time. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
/** For features that only a browser with windows has, such as a cache of previous pages. */
const WHOLE_CHROMIUM = '/usr/bin/chromium';

const USUAL_PATHS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    HEADLESS_SHELL,
    WHOLE_CHROMIUM,
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
};

function findChromium(): string | undefined {
  const chosen = process.env.CHROME_PATH;
  if (chosen && !existsSync(chosen))
    fail(`CHROME_PATH=${chosen} does not exist. Point it to Chrome or Chromium, or unset it.`);
  const usual = [...(USUAL_PATHS[process.platform] ?? []), chromium.executablePath()];
  return chosen || usual.find((path) => existsSync(path));
}

async function installChromium(): Promise<void> {
  mustInstall('Chromium is');
  if (canInstallPackages()) {
    log('installing Chromium for the tests (apt-get install chromium chromium-headless-shell)');
    return installPackages(['chromium', 'chromium-headless-shell']);
  }
  log('no Chromium found: downloading one for the tests (playwright-core install chromium)');
  await sh(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
}

/** Whether to test with this Chromium. On Debian, both the one without windows and the whole one are wanted. */
function isWanted(path: string | undefined): path is string {
  if (path === undefined) return false;
  const isPair = path === HEADLESS_SHELL && existsSync(WHOLE_CHROMIUM);
  return path === process.env.CHROME_PATH || isPair || !canInstallPackages();
}

/** The path of a Chromium; installs one if there is none. */
export async function ensureChromium(): Promise<string> {
  await ensureFont();
  const found = findChromium();
  if (isWanted(found)) return found;
  await exclusively(async () => {
    if (!isWanted(findChromium())) await installChromium();
  }, 'system-packages');
  return findChromium() ?? fail('No Chromium found. Install Chrome or Chromium, or set CHROME_PATH.');
}
