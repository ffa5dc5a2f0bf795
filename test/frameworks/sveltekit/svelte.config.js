import adapter from '@sveltejs/adapter-node';
import { styleSources } from 'crypto-checkout/render';

// For pages with `renderCheckout` only.
const renderedStyles = (await styleSources()).replaceAll("'", '').split(' ');

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter(),
    csp: {
      directives: {
        'default-src': ['none'],
        'script-src': ['self'],
        'style-src': ['self', ...renderedStyles],
        // SvelteKit announces each page in an element with this `style`.
        'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
        'connect-src': ['self'],
        'img-src': ['self', 'https:', 'data:'],
        'form-action': ['self'],
        'base-uri': ['none'],
        'frame-ancestors': ['none'],
        'require-trusted-types-for': ['script'],
        'trusted-types': ['lit-html', 'svelte-trusted-html'],
      },
    },
  },
};
