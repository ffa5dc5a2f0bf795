// How the tests start Firefox: with reduced motion, which nothing can set while it runs.
export const firefox = {
  browser: 'firefox' as const,
  executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
  headless: true,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
};
