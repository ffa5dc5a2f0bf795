import { PAGE_CSS } from './page.css.js';
import { PAGE_HTML } from './page.html.js';
import { PAGE_JS } from './page.js.js';

/** Nothing inline, nothing from elsewhere: invoice texts are foreign, and must stay texts. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ASSETS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['', ['text/html', PAGE_HTML]],
  ['/page.css', ['text/css', PAGE_CSS]],
  ['/page.js', ['text/javascript', PAGE_JS]],
]);

/** The page for people, or `null` when `name` (behind `/_sandbox`) is none of its files. */
export function pageAsset(name: string, url: URL): Response | null {
  const asset = ASSETS.get(name);
  if (!asset) return null;
  // Its files stand beside it: without the slash their relative addresses would point elsewhere.
  if (name === '' && !url.pathname.endsWith('/')) {
    return new Response(null, { status: 302, headers: { location: `${url.pathname}/` } });
  }
  const [type, text] = asset;
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  });
}
