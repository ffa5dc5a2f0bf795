import { base, marks } from '../../styles/base.js';
import { controls } from '../../styles/controls.js';
import { headings, outcome } from '../../styles/outcome.js';
import { bones, slip } from '../../styles/slip.js';
import { tokens } from '../../styles/tokens.js';
import { styles as own } from './crypto-checkout.styles.js';

/** All that the card looks like; its own rules last. */
export const styles = [tokens, base, marks, controls, headings, outcome, slip, bones, own];
