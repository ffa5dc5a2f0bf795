import { createApp } from 'vue';
import { cryptoCheckout } from 'crypto-checkout/vue';
import App from './App.vue';

createApp(App).use(cryptoCheckout).mount('#app');
