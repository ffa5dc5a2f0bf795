import type { Appearance } from '../../src/index.js';

/** A house in navy and gold: serif titles, square corners, small type. */
export const BRAND: Appearance = {
  theme: 'dark',
  variables: {
    ...{ surface: '#0b1530', surfaceSunken: '#111d3f', surfaceHover: '#1b2a55' },
    ...{ text: '#f4f1e8', textMuted: '#aab5d1', line: '#28365f', lineStrong: '#7483ad' },
    ...{ accent: '#c8a24a', accentHover: '#dcb968', accentText: '#e2c27c', accentTint: '#222a4a' },
    ...{ onAccent: '#0b1530', successTint: '#12303a', warningTint: '#2c2a3c', dangerTint: '#3a2238' },
    ...{ fontTitle: "Georgia, 'Noto Serif', serif", fontAmount: "Georgia, 'Noto Serif', serif" },
    ...{ fontSize: '0.8125rem', fontWeightTitle: '400', fontWeightAmount: '400' },
    ...{ letterSpacingTitle: '0.01em', letterSpacingAmount: 'normal' },
    ...{ radiusS: '0px', radiusM: '0px', radiusL: '0px', radiusXl: '0px', radiusPill: '0px' },
    ...{ illustrationRadius: '0px', backdrop: 'rgb(4 8 20 / 0.75)' },
  },
};
