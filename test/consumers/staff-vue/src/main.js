import { createApp } from 'vue';
import { cryptoMerchant } from 'crypto-checkout/vue/merchant';
import Staff from './Staff.vue';

createApp(Staff).use(cryptoMerchant).mount('#app');
