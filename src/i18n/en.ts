import { apart } from './en-apart.js';
import { first } from './en-first.js';
import { later } from './en-later.js';

/**
 * The words of every element. Plain, kind, short: what happened, what it means, what to do. "We" is the checkout.
 * Amounts come with their coin (`50.12 USDT`), moments as people write them.
 */
export const en = { ...first, ...later, ...apart };

/** A catalog in another language has exactly the keys and parameters of the English one. */
export type Messages = typeof en;
