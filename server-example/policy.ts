// What a browser may do on the shop's pages.
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
export function contentPolicy(...makersOfHtml: readonly string[]): string {
  return [...RULES, `trusted-types ${['lit-html', ...makersOfHtml].join(' ')}`].join('; ');
}
