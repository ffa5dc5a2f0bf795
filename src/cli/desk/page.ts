// The page and the styles of the desk.

/** Allows only scripts of the package, and only requests to the desk. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every response. */
export const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

/** @param script the path of the page's script */
export function pageHtml(script: string, signsPayouts: boolean): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>crypto-checkout desk</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex, nofollow" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/desk.css" />
    <script type="module" src="/${script}"></script>
  </head>
  <body>
    <main id="desk"${signsPayouts ? ' data-signs-payouts' : ''}>
      <noscript>This page needs JavaScript.</noscript>
    </main>
  </body>
</html>
`;
}

export const PAGE_CSS = `:root {
  color-scheme: light dark;
  background: light-dark(#f6f7f9, #0e1014);
  color: light-dark(#15181e, #f6f7f9);
  font: 1rem/1.5 system-ui, sans-serif;
}
body {
  margin: 0;
}
main {
  max-inline-size: 80rem;
  margin-inline: auto;
  padding: 1rem;
}
@media (min-width: 48rem) {
  main {
    padding: 2rem;
  }
}
h1 {
  font-size: 1.25rem;
}
`;
