import { describePayments } from './payments.js';

describePayments({ code: 'USDT_TRC20', coin: /^Tether(?! Gold)/, network: /^TRON/ });
