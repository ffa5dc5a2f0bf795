import { openWebKit } from './engine-page.js';
import { paymentPageIn } from './payment-page.js';
import { paymentsIn } from './payments.js';
import { renderedIn } from './rendered.js';

paymentsIn('WebKitGTK', () => openWebKit());
renderedIn('WebKitGTK', () => openWebKit({ takesPictures: true }));
paymentPageIn('WebKitGTK', () => openWebKit());
