// The refund requests, loaded after the lazy steps. The import tells the bundler so: it keeps what both share in the file of
// the steps.
import './lazy-steps.js';

export * from '../refund/refund-requests.js';
