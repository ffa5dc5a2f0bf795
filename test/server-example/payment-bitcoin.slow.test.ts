import { describePayments } from './payments.js';

describePayments({ code: 'BTC', coin: /^Bitcoin/, network: null });
