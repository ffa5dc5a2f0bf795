import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { build } from 'esbuild';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { CryptoCheckoutButton as ReactButton } from '../../src/react/index.js';
import { CryptoCheckoutButton as VueButton } from '../../src/vue/index.js';
import { serveChunks, type PageServer } from './page-server.js';
import { root } from './readme-text.js';

const LINK = 'https://pay.shop.example/crypto-checkout/pay/token';
const PROPS = { order: 'token', href: LINK };

/** What a server renders, and the script with which a browser continues it. */
const FRAMEWORKS = [
  {
    name: 'React',
    rendered: () =>
      Promise.resolve(
        renderReact(createElement(ReactButton, PROPS, 'Pay ', createElement('b', null, 'now'))),
      ),
    script: `
      import { createElement } from 'react';
      import { hydrateRoot } from 'react-dom/client';
      import { CryptoCheckoutButton } from './src/react/index.ts';
      hydrateRoot(document.querySelector('#root'),
        createElement(CryptoCheckoutButton, ${JSON.stringify(PROPS)}, 'Pay ', createElement('b', null, 'now')));`,
  },
  {
    name: 'Vue',
    rendered: () =>
      renderVue(createSSRApp({ render: () => h(VueButton, PROPS, () => ['Pay ', h('b', 'now')]) })),
    script: `
      import { createSSRApp, h } from 'vue';
      import { CryptoCheckoutButton } from './src/vue/index.ts';
      createSSRApp({ render: () => h(CryptoCheckoutButton, ${JSON.stringify(PROPS)}, () => ['Pay ', h('b', 'now')]) })
        .mount('#root');`,
  },
] as const;

for (const { name, rendered, script } of FRAMEWORKS)
  describe(`a button with a payment link, rendered on a server by ${name}`, () => {
    let server: PageServer;
    before(async () => {
      const { outputFiles } = await build({
        stdin: { contents: script, resolveDir: root, loader: 'ts' },
        ...{ bundle: true, splitting: true, format: 'esm', outdir: '/', write: false },
        define: {
          'process.env.NODE_ENV': '"development"',
          '__VUE_OPTIONS_API__': 'true',
          '__VUE_PROD_DEVTOOLS__': 'false',
          '__VUE_PROD_HYDRATION_MISMATCH_DETAILS__': 'false',
        },
        logLevel: 'error',
      });
      const files = new Map(outputFiles.map(({ path, text }) => [path, text]));
      server = await serveChunks(
        files,
        `<!doctype html><html lang="en"><link rel="icon" href="data:," /><script type="module" src="/stdin.js"></script>
        <style>a { color: red; text-decoration: underline }</style><div id="root">${await rendered()}</div></html>`,
      );
    });
    after(() => server?.close());

    async function openShop(t: TestContext, options: BrowserContextOptions = {}) {
      const context = await server.browser.newContext(options);
      t.after(() => context.close());
      await context.route(LINK, (route) =>
        route.fulfill({ contentType: 'text/html', body: 'The payment page' }),
      );
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      const problems: string[] = [];
      page.on('console', (message) => {
        if (/warning|error/.test(message.type())) problems.push(message.text());
      });
      page.on('pageerror', ({ message }) => problems.push(message));
      await page.goto(server.url);
      return { page, problems };
    }

    const link = (page: Page) => page.getByRole('link', { name: 'Pay now' });

    it('leads to the payment page without JavaScript', async (t) => {
      const { page } = await openShop(t, { javaScriptEnabled: false });
      await link(page).click();
      await page.waitForURL(LINK);
    });

    it('is one control in the browser, with the look of the button, and opens the checkout', async (t) => {
      const { page, problems } = await openShop(t);
      await page.locator('crypto-checkout-button a[part=pay]').waitFor();
      assert.equal(await page.getByRole('link').count(), 1);
      const look = await page.locator('crypto-checkout-button b').evaluate((text) => {
        const { color, textDecorationLine } = getComputedStyle(text.parentElement ?? text);
        return { color, textDecorationLine };
      });
      assert.deepEqual(look, { color: 'rgb(255, 255, 255)', textDecorationLine: 'none' });
      assert.deepEqual(problems, [], 'the browser continues what the server has rendered');
      await link(page).click();
      await page.getByRole('dialog').waitFor();
    });

    it('leaves a press to the browser that asks it for a new tab', async (t) => {
      const { page } = await openShop(t);
      await page.locator('crypto-checkout-button a[part=pay]').waitFor();
      // The browser follows the innermost link.
      await page.evaluate(`addEventListener('click', (event) => {
        const followed = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
        globalThis.followed = event.defaultPrevented ? null : followed?.getAttribute('href');
        event.preventDefault();
      })`);
      await link(page).click({ modifiers: ['Control'] });
      assert.equal(await page.evaluate('followed'), LINK);
      assert.equal(await page.getByRole('dialog').count(), 0);
    });
  });
