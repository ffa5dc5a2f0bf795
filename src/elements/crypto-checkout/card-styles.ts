import { base, marks } from '../../styles/base.js';
import { skeleton } from '../../styles/skeleton.js';
import { controls } from '../../styles/controls.js';
import { headings } from '../../styles/headings.js';
import { tokens } from '../../styles/tokens.js';
import { styles as own } from './crypto-checkout.styles.js';

/** Styles of the card while a currency is selected; its own rules last. */
export const styles = [tokens, base, marks, controls, headings, skeleton, own];
