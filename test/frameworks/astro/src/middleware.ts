import { defineMiddleware } from 'astro:middleware';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' https: data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (import.meta.env.PROD) response.headers.set('content-security-policy', POLICY);
  return response;
});
