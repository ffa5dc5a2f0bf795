import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  optimizeDeps: {
    include: ['crypto-checkout/react', 'crypto-checkout/server', 'crypto-checkout/payment'],
    exclude: ['libsql'],
  },
});
