import { nothing } from 'lit';
import type * as Full from './language.js';

/** Replaces language.ts in the single-file build, which has English only. */
export const preferredLocale: (typeof Full)['preferredLocale'] = (pageLocale) => pageLocale;
export const savePreferredLanguage: (typeof Full)['savePreferredLanguage'] = () => {};
export const languageMenu: (typeof Full)['languageMenu'] = () => nothing;
