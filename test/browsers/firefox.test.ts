import { openFirefox } from './engine-page.js';
import { paymentsIn } from './payments.js';

paymentsIn('Firefox', openFirefox);
