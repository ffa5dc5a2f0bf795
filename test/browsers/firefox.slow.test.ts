import { openFirefox } from './engine-page.js';
import { paymentPageLooksIn } from './payment-page-looks.js';
import { paymentPageIn } from './payment-page.js';
import { paymentsIn } from './payments.js';
import { picturesIn } from './pictures.js';
import { renderedIn } from './rendered.js';
import { tonPaymentsIn } from './ton-payments.js';
import { walletPaymentsIn } from './wallet-payments.js';

paymentsIn('Firefox', openFirefox);
renderedIn('Firefox', openFirefox);
paymentPageIn('Firefox', openFirefox);
paymentPageLooksIn('Firefox', (colorScheme) => openFirefox({ colorScheme }));
walletPaymentsIn('Firefox', openFirefox);
tonPaymentsIn('Firefox', openFirefox);
picturesIn('firefox');
