import { openChromium } from '../browsers/engine-page.js';
import { tonPaymentsIn } from '../browsers/ton-payments.js';

tonPaymentsIn('Chromium', openChromium);
