/** Forbids inline code and other origins: texts of invoices are untrusted. */
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

/** The policy of the payment page, which submits forms. */
const FORM_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

/** The files of the page by name: its document, style sheet and scripts. */
export type PageFiles = ReadonlyMap<string, string>;

/** Returns a file of the page, or `null` if there is none with this name. @param name the path below `/_sandbox` */
export function pageAsset(files: PageFiles, name: string, url: URL): Response | null {
  const file = name === '' ? 'index.html' : name.slice(1);
  const text = files.get(file);
  if (text === undefined) return null;
  // Without the slash, the relative links of the page would point elsewhere.
  if (name === '' && !url.pathname.endsWith('/'))
    return new Response(null, { status: 302, headers: { location: `${url.pathname}/` } });
  const type = TYPES[file.replace(/^.*\./, '')] ?? 'text/plain';
  return new Response(text, { headers: headersOf(type, POLICY, 'no-referrer') });
}

/** Returns a page with forms. Omits `no-referrer`, with which a browser would submit them as `Origin: null`. */
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
