import { openWebKit } from './engine-page.js';
import { paymentsIn } from './payments.js';
import { renderedIn } from './rendered.js';
import { walletPaymentsIn } from './wallet-payments.js';

paymentsIn('WebKitGTK', () => openWebKit());
renderedIn('WebKitGTK', () => openWebKit({ takesPictures: true }));
walletPaymentsIn('WebKitGTK', () => openWebKit());
