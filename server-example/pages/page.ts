import { html } from 'hono/html';

/** A piece of HTML whose every inserted value has been escaped by `html`. */
export type Markup = ReturnType<typeof html>;

/** What stands on every page of the shop. `assets`: the page's own scripts and styles, by name. */
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
          <p>Nordlys Coffee, roasted in Tromsø. A shop that is made up: it sells nothing.</p>
        </footer>
      </body>
    </html>`;
}

function asset(name: string): Markup {
  return name.endsWith('.css')
    ? html`<link rel="stylesheet" href="/assets/${name}" />`
    : html`<script type="module" src="/assets/${name}"></script>`;
}

/** What the shop's server has been told; a script of the page fills it in. */
export function statusBox(attribute: Markup): Markup {
  return html`<section class="known" aria-labelledby="known" ${attribute}>
    <h2 id="known">What the shop's server knows</h2>
    <p role="status" data-status>Asking…</p>
    <ol data-events></ol>
  </section>`;
}

export function sandboxHint(sandboxPage: string | undefined): Markup | '' {
  if (!sandboxPage) return '';
  return html`<p class="hint">
    No money needed: this shop talks to a sandbox.
    <a href="${sandboxPage}" target="_blank" rel="noopener">Open the sandbox</a> to pay.
  </p>`;
}
