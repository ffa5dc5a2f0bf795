// Loaded with the form in which a payer asks for money back.
import { refund as english } from '../i18n/en/refund.js';
import type { RefundMessages } from '../i18n/en.js';
import { addMessages, languageOf, type Messages } from '../i18n/index.js';
import { REFUND_CATALOGS } from '../i18n/refund/catalogs.js';

const catalogs: Readonly<Record<string, (typeof REFUND_CATALOGS)['de']>> = REFUND_CATALOGS;

/** Loads the messages for a BCP 47 tag. Falls back to English if that fails. */
export async function loadRefundMessages(locale: string): Promise<void> {
  const language = languageOf(locale);
  const own = await catalogs[language]?.().catch(() => undefined);
  addMessages(language, { refund: own?.refund ?? english });
}

/** Returns these messages; in English where the language has none, or the shop provides only some. */
export function refundMessages({ refund }: Messages): RefundMessages {
  return { ...english, ...refund };
}
