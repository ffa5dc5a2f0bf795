// What a browser may do on the shop's pages, and how it tells what it refused.

/** Where browsers send what they have refused. */
export const REPORTS_PATH = '/reports';

const RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/**
 * The Content-Security-Policy (W3C CSP 3, Trusted Types) of a page: nothing inline or evaluated, and no HTML
 * from text but by those named, of which the elements are one.
 */
export function contentPolicy(...trustedTypesPolicies: readonly string[]): string {
  const makers = `trusted-types ${['lit-html', ...trustedTypesPolicies].join(' ')}`;
  return [...RULES, makers, `report-uri ${REPORTS_PATH}`].join('; ');
}

/** On everything that the shop sends. A shop on the net adds `strict-transport-security`. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The copy buttons write, and read back what is there where the browser allows it.
  'permissions-policy':
    'clipboard-write=(self), clipboard-read=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Longer ones are none of a browser of ours. */
const MAX_SHOWN = 300;

/** A report (W3C CSP 3, section 5.3) on one line: foreign text, from whoever likes to send one. */
export function shownReport(body: string): string {
  try {
    const report: unknown = JSON.parse(body);
    return JSON.stringify(report).slice(0, MAX_SHOWN);
  } catch {
    return 'a report that is not JSON';
  }
}
