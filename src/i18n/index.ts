import { en } from './en.js';
import type { Messages } from './en.js';

export type { Messages };

/** The words for a BCP 47 language tag. English is the only catalog so far. */
export function messagesFor(_locale: string): Messages {
  return en;
}
