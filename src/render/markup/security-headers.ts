import { hashSource } from './styles.js';

/** For every page that the proxy renders: other pages do not learn its address, and search engines do not list it. */
const PRIVATE = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/**
 * Returns the security headers of the payment page: the policy of the manual ("Security policy"). No other page may frame it, and
 * nothing may cache or list it.
 *
 * @param sheet the style sheet in the page
 * @param logo URL of the logo of the shop
 */
export function paymentPageHeaders(
  sheet: string,
  logo: string | undefined,
): Readonly<Record<string, string>> {
  const logoOrigin = logo === undefined ? '' : ` ${new URL(logo).origin}`;
  return {
    'content-security-policy': [
      "default-src 'none'; script-src 'self'; connect-src 'self'",
      `style-src 'self' ${hashSource(sheet)}; img-src 'self' data:${logoOrigin}`,
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      "require-trusted-types-for 'script'; trusted-types lit-html",
    ].join('; '),
    ...PRIVATE,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'clipboard-write=(self), clipboard-read=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'private, no-store',
    'vary': 'Accept-Language',
  };
}

/** Returns the security headers of the pages that follow the form. These pages load nothing. @param sheet the style sheet in the page */
export function plainPageHeaders(sheet: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; style-src ${hashSource(sheet)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ...PRIVATE,
  };
}
