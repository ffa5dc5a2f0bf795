// A shop's page, for its bundler.
import '../../../../dist/define/crypto-checkout.js';
