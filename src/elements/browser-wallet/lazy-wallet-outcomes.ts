// The screens about an outcome. They load after the payment, and the import tells a bundler so: what both share stays in its file.
import './wallet-payment.js';

export * from './wallet-outcomes.js';
