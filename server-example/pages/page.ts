import { html } from 'hono/html';

/** The proxy serves the elements in its own version. */
export const ELEMENTS = '/crypto-checkout/elements.js';

/** HTML in which `html` has escaped every value. */
export type Markup = ReturnType<typeof html>;

/** The frame of every page. @param assets names or paths of the page's scripts and styles */
export function page(title: string, main: Markup, assets: readonly string[] = []): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === '' ? '' : `${title} · `}Nordlys Coffee</title>
        <link rel="stylesheet" href="/assets/shop.css" />
        <link rel="stylesheet" href="/assets/order.css" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        ${assets.map(asset)}
      </head>
      <body>
        <header class="page-head">
          <a class="logo" href="/"
            ><img src="/assets/icon.svg" alt="" width="32" height="32" />Nordlys Coffee</a
          >
          <nav aria-label="Shop"><a href="/deposit">Account</a></nav>
        </header>
        ${main}
        <footer class="page-foot">
          <p>Nordlys Coffee, roasted in Tromsø. A fictional shop.</p>
        </footer>
      </body>
    </html>`;
}

function asset(name: string): Markup {
  const path = name.startsWith('/') ? name : `/assets/${name}`;
  return name.endsWith('.css')
    ? html`<link rel="stylesheet" href="${path}" />`
    : html`<script type="module" src="${path}"></script>`;
}

/** The state on the shop's server, filled in by a script of the page. */
export function statusBox(attribute: Markup): Markup {
  return html`<section class="known" aria-labelledby="known" ${attribute}>
    <h2 id="known">State on the shop's server</h2>
    <p role="status" data-status>Loading…</p>
    <ol data-events></ol>
  </section>`;
}

export function sandboxHint(sandboxPage: string | undefined): Markup | '' {
  if (!sandboxPage) return '';
  return html`<p class="hint">
    This shop uses a sandbox: no real money needed.
    <a href="${sandboxPage}" target="_blank" rel="noopener">Open the sandbox</a> to pay.
  </p>`;
}
