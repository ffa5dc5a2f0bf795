// The screens of an outcome, loaded after the payment. The import says so, and a bundler leaves what both share in its file.
import './wallet-payment.js';

export * from './wallet-outcomes.js';
