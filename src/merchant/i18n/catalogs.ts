import type { CATALOGS } from '../../i18n/languages.js';
import type { MerchantMessages } from './en.js';

/** The messages of the staff's elements, by BCP 47 tag, loaded on demand. English is built in. */
export const MERCHANT_CATALOGS: Readonly<
  Partial<Record<keyof typeof CATALOGS, () => Promise<MerchantMessages>>>
> = {};
