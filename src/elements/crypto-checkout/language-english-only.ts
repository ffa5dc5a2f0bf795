import { nothing } from 'lit';
import type * as Full from './language.js';

/** In the place of language.ts in the one file that has no language but English. */
export const preferredLocale: (typeof Full)['preferredLocale'] = (pageLocale) => pageLocale;
export const savePreferredLanguage: (typeof Full)['savePreferredLanguage'] = () => {};
export const languageMenu: (typeof Full)['languageMenu'] = () => nothing;
