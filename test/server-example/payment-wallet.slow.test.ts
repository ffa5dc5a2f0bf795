import { openChromium } from '../browsers/engine-page.js';
import { walletPaymentsIn } from '../browsers/wallet-payments.js';

walletPaymentsIn('Chromium', openChromium);
