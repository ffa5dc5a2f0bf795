import 'crypto-checkout/define/crypto-checkout';
