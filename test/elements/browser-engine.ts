// The engine that the tests run in, and the abilities that each one lacks: the drivers of Firefox and WebKitGTK can do
// less than Chromium's. A test that needs a missing ability says so in its title and is not run; the count includes it.
import { executeServerCommand } from '@web/test-runner-commands';

export type Engine = 'chromium' | 'firefox' | 'webkit';

/** An ability that a test may need beyond a page, keys, a pointer and a size. */
export type Ability = 'emulated media' | 'accessibility tree' | 'forced colors' | 'division of lengths';

function engineOf(userAgent: string): Engine {
  if (userAgent.includes('Firefox/')) return 'firefox';
  return userAgent.includes('Chrome/') ? 'chromium' : 'webkit';
}

export const engine = engineOf(navigator.userAgent);

const NO_MEDIA = 'its driver sets no color scheme, forced colors, motion or print';
const NO_FORCED_COLORS = 'it does not support forced colors';
const NO_TREE = 'its driver does not return the accessibility tree';

/** The missing abilities, and the reasons. */
const MISSING: Readonly<Record<Engine, Partial<Record<Ability, string>>>> = {
  chromium: {},
  firefox: { 'emulated media': NO_MEDIA, 'accessibility tree': NO_TREE },
  webkit: {
    'emulated media': NO_MEDIA,
    'accessibility tree': NO_TREE,
    'forced colors': NO_FORCED_COLORS,
  },
};

const missing = (ability: Ability): string | undefined =>
  ability === 'division of lengths' && !CSS.supports('width', 'calc(1px * (1px / 1px))')
    ? 'it does not divide lengths (CSS Values 4, typed arithmetic)'
    : MISSING[engine][ability];

/** A test for engines that have an ability. */
export function itWith(ability: Ability, title: string, test: Mocha.AsyncFunc): void {
  const why = missing(ability);
  if (why === undefined) it(title, test);
  else it.skip(`${title} (not seen in ${engine}: ${why})`, test);
}

/** Tests for engines that have an ability. */
export function describeWith(ability: Ability, title: string, tests: () => void): void {
  const why = missing(ability);
  if (why === undefined) describe(title, tests);
  else describe.skip(`${title} (not seen in ${engine}: ${why})`, tests);
}

export interface Media {
  readonly media?: 'screen' | 'print';
  readonly colorScheme?: 'light' | 'dark';
  readonly forcedColors?: 'none' | 'active';
  readonly reducedMotion?: 'reduce' | 'no-preference';
}

/** Shows the page in these media, otherwise as usual: on a light screen, and without motion. */
export async function emulateMedia({
  media = 'screen',
  colorScheme = 'light',
  forcedColors = 'none',
  reducedMotion = 'reduce',
}: Media = {}): Promise<void> {
  await executeServerCommand('media', {
    'type': media,
    'prefers-color-scheme': colorScheme,
    'forced-colors': forcedColors,
    'prefers-reduced-motion': reducedMotion,
  });
  const wanted = `${media} and (prefers-color-scheme: ${colorScheme}) and (forced-colors: ${forcedColors})`;
  if (!matchMedia(`${wanted} and (prefers-reduced-motion: ${reducedMotion})`).matches)
    throw new Error(`the page is not shown in ${wanted}`);
}

/** Half-faded text has half the contrast: nothing moves. Firefox and WebKitGTK are started without motion. */
export async function stopMotion(): Promise<void> {
  if (missing('emulated media') === undefined) await emulateMedia();
}
