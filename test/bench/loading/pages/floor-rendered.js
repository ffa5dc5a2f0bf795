// The floor of rows that are in the page already.
import { press } from './floor-press.js';

press(document.querySelector('ul'));
