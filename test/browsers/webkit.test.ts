import { openWebKit } from './engine-page.js';
import { paymentsIn } from './payments.js';
import { renderedIn } from './rendered.js';

paymentsIn('WebKitGTK', () => openWebKit());
renderedIn('WebKitGTK', () => openWebKit({ takesPictures: true }));
