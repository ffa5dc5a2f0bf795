import { PAGE_HTML } from './html/page.js';
import { CLOCK_JS } from './scripts/clock.js';
import { CREATE_JS } from './scripts/create.js';
import { DOM_JS } from './scripts/dom.js';
import { FAULTS_JS } from './scripts/faults.js';
import { INVOICE_DETAIL_JS } from './scripts/invoice-detail.js';
import { INVOICE_ROW_JS } from './scripts/invoice-row.js';
import { INVOICES_JS } from './scripts/invoices.js';
import { LIVE_JS } from './scripts/live.js';
import { MONEY_JS } from './scripts/money.js';
import { PAGE_JS } from './scripts/page.js';
import { POSTBACKS_JS } from './scripts/postbacks.js';
import { PRESS_JS } from './scripts/press.js';
import { REQUESTS_JS } from './scripts/requests.js';
import { BASE_CSS } from './styles/base.js';
import { CONTROLS_CSS } from './styles/controls.js';
import { DETAIL_CSS } from './styles/detail.js';
import { INVOICES_CSS } from './styles/invoices.js';
import { LAYOUT_CSS } from './styles/layout.js';
import { SIDE_CSS } from './styles/side.js';

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
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const SCRIPTS = {
  'page': PAGE_JS,
  'clock': CLOCK_JS,
  'create': CREATE_JS,
  'dom': DOM_JS,
  'faults': FAULTS_JS,
  'invoice-detail': INVOICE_DETAIL_JS,
  'invoice-row': INVOICE_ROW_JS,
  'invoices': INVOICES_JS,
  'live': LIVE_JS,
  'money': MONEY_JS,
  'postbacks': POSTBACKS_JS,
  'press': PRESS_JS,
  'requests': REQUESTS_JS,
};

const ASSETS: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ['', ['text/html', PAGE_HTML]],
  [
    '/page.css',
    ['text/css', [BASE_CSS, CONTROLS_CSS, LAYOUT_CSS, INVOICES_CSS, DETAIL_CSS, SIDE_CSS].join('')],
  ],
  ...Object.entries(SCRIPTS).map(([name, text]) => [`/${name}.js`, ['text/javascript', text]] as const),
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
