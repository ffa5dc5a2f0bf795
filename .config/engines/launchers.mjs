// The engines in which the elements' tests run, and how the test runner starts each.
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromium } from '../chromium.mjs';
import { firefox } from './firefox.mjs';
import { WebKitLauncher } from './webkit-launcher.mjs';

export const LAUNCHERS = {
  chromium: () => chromeLauncher({ launchOptions: chromium }),
  firefox: () => Object.assign(chromeLauncher({ launchOptions: firefox }), { name: 'Firefox' }),
  webkit: () => new WebKitLauncher(),
};
