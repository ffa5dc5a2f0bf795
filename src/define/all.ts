import './crypto-checkout.js';
import './crypto-copy-field.js';
import './crypto-countdown.js';
import './crypto-currency-picker.js';
import './crypto-payment-panel.js';
import './crypto-payment-qr.js';
import './crypto-receipt.js';
import './crypto-status-badge.js';
