/** Sends each page with a policy, whose nonce its scripts have. */
export default defineNitroPlugin((nitro) => {
  if (import.meta.dev) return;
  nitro.hooks.hook('render:html', (html, { event }) => {
    const nonce = btoa(crypto.randomUUID());
    const withNonce = (text: string) => text.replaceAll('<script', `<script nonce="${nonce}"`);
    html.head = html.head.map(withNonce);
    html.bodyAppend = html.bodyAppend.map(withNonce);
    const policy = [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' https: data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html vue',
    ];
    setResponseHeader(event, 'content-security-policy', policy.join('; '));
  });
});
