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
import { PAYMENT_JS } from './scripts/payment.js';
import { POSTBACKS_JS } from './scripts/postbacks.js';
import { PRESS_JS } from './scripts/press.js';
import { REQUESTS_JS } from './scripts/requests.js';
import { BASE_CSS } from './styles/base.js';
import { CONTROLS_CSS } from './styles/controls.js';
import { DETAIL_CSS } from './styles/detail.js';
import { INVOICES_CSS } from './styles/invoices.js';
import { LAYOUT_CSS } from './styles/layout.js';
import { PAYMENT_CSS } from './styles/payment.js';
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

/** Of the payment page: its forms are sent, and the browser says where they come from. */
const FORM_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");

const SCRIPTS = {
  'pay': PAYMENT_JS,
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
  ['/pay.css', ['text/css', [BASE_CSS, CONTROLS_CSS, PAYMENT_CSS].join('')]],
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
  return new Response(text, { headers: headersOf(type, POLICY, 'no-referrer') });
}

/** A page with forms. Under `no-referrer` a browser would send them with `Origin: null`. */
export function htmlResponse(text: string, status: number): Response {
  return new Response(text, { status, headers: headersOf('text/html', FORM_POLICY, 'same-origin') });
}

function headersOf(type: string, policy: string, referrer: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrer,
    'cache-control': 'no-store',
  };
}
