// How the tests start Firefox: with reduced motion, which nothing can set while it runs.
import { ensureEngine } from './install.js';

export const firefox = {
  browser: 'firefox' as const,
  executablePath: (await ensureEngine('firefox')) ?? '',
  headless: true,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
};
