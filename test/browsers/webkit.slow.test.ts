import { openWebKit } from './engine-page.js';
import { paymentPageLooksIn } from './payment-page-looks.js';
import { paymentPageIn } from './payment-page.js';
import { paymentsIn } from './payments.js';
import { picturesIn } from './pictures.js';
import { renderedIn } from './rendered.js';
import { tonPaymentsIn } from './ton-payments.js';
import { walletPaymentsIn } from './wallet-payments.js';

paymentsIn('WebKitGTK', () => openWebKit());
renderedIn('WebKitGTK', () => openWebKit({ takesPictures: true }));
paymentPageIn('WebKitGTK', () => openWebKit());
paymentPageLooksIn('WebKitGTK', (colorScheme) => openWebKit({ colorScheme, isBare: true }));
walletPaymentsIn('WebKitGTK', () => openWebKit());
tonPaymentsIn('WebKitGTK', () => openWebKit());
picturesIn('webkit');
