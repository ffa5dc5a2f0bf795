/** Browsers send reports of violations here. */
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
 * Returns the Content-Security-Policy of a page (W3C CSP 3, Trusted Types): nothing inline or evaluated. Only the named
 * policies and the elements (`lit-html`) may create HTML from text.
 */
export function contentPolicy(...trustedTypesPolicies: readonly string[]): string {
  const policies = `trusted-types ${['lit-html', ...trustedTypesPolicies].join(' ')}`;
  return [...RULES, policies, `report-uri ${REPORTS_PATH}`].join('; ');
}

/** Headers of every response. A public shop adds `strict-transport-security`. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The copy buttons write to the clipboard, and verify it if the browser allows that.
  'permissions-policy':
    'clipboard-write=(self), clipboard-read=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const MAX_REPORT_LENGTH = 300;

/** Formats a report (W3C CSP 3 §5.3) on one line. Any client can send one. */
export function formatReport(body: string): string {
  try {
    const report: unknown = JSON.parse(body);
    return JSON.stringify(report).slice(0, MAX_REPORT_LENGTH);
  } catch {
    return 'a report that is not JSON';
  }
}
