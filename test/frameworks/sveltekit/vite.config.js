import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { styleSources } from 'crypto-checkout/render';
import { defineConfig } from 'vite';

// For pages with `renderCheckout` only.
const renderedStyles = /** @type {`sha256-${string}`[]} */ (
  (await styleSources()).replaceAll("'", '').split(' ')
);

export default defineConfig(({ command }) => ({
  plugins: [
    sveltekit({
      adapter: adapter(),
      // Tools for development need more than this allows.
      csp: {
        directives:
          command === 'serve'
            ? {}
            : {
                'default-src': ['none'],
                'script-src': ['self'],
                'style-src': ['self', ...renderedStyles],
                // The `style` of the element in which SvelteKit announces each page, and of the one in `app.html`.
                'style-src-attr': [
                  'unsafe-hashes',
                  'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo=',
                  'sha256-tcbDxjMo+xKqM21aCGYbs/QAJqB7yUXC06oPWDapBgc=',
                ],
                'connect-src': ['self'],
                'img-src': ['self', 'https:', 'data:'],
                'form-action': ['self'],
                'base-uri': ['none'],
                'frame-ancestors': ['none'],
                'require-trusted-types-for': ['script'],
                'trusted-types': ['lit-html', 'svelte-trusted-html'],
              },
      },
    }),
  ],
}));
