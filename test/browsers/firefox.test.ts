import { openFirefox } from './engine-page.js';
import { paymentsIn } from './payments.js';
import { renderedIn } from './rendered.js';

paymentsIn('Firefox', openFirefox);
renderedIn('Firefox', openFirefox);
