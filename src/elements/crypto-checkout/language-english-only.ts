import { nothing } from 'lit';
import type * as Full from './language.js';

/** In the place of language.ts in the one file that has no language but English. */
export const preferred: (typeof Full)['preferred'] = (pageLocale) => pageLocale;
export const prefer: (typeof Full)['prefer'] = () => {};
export const languageSwitch: (typeof Full)['languageSwitch'] = () => nothing;
