// The requests for money back, loaded after the later steps. The import says so, and a bundler leaves what both share in the file
// of the steps.
import './lazy-steps.js';

export * from '../refund/refund-requests.js';
