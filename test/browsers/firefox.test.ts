import { openFirefox } from './engine-page.js';
import { paymentPageIn } from './payment-page.js';
import { paymentsIn } from './payments.js';
import { renderedIn } from './rendered.js';

paymentsIn('Firefox', openFirefox);
renderedIn('Firefox', openFirefox);
paymentPageIn('Firefox', openFirefox);
