/** As in index.html. An attacker who knows it could give the nonce to a script. */
const PLACEHOLDER = 'a-random-text-of-your-own';

/** Adds the policy to a page, and its nonce where the placeholder is. */
export async function withPolicy(page: Response): Promise<Response> {
  const nonce = btoa(crypto.randomUUID());
  const headers = new Headers(page.headers);
  headers.set(
    'content-security-policy',
    [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "connect-src 'self'",
      "img-src 'self' https: data:",
      "form-action 'self'",
      "base-uri 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html angular',
    ].join('; '),
  );
  const html = await page.text();
  return new Response(html.replaceAll(PLACEHOLDER, nonce), { status: page.status, headers });
}
