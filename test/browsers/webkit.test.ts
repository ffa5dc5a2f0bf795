import { openWebKit } from './engine-page.js';
import { paymentsIn } from './payments.js';

paymentsIn('WebKitGTK', openWebKit);
