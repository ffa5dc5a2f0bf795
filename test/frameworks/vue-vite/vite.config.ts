import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const target = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [vue()],
  server: { proxy: { '/api': { target }, '/crypto-checkout': { target } } },
});
