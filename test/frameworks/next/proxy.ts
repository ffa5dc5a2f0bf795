import { NextResponse, type NextRequest } from 'next/server';

/** Next.js gives the nonce of this header to its own scripts. */
export function proxy({ headers }: NextRequest) {
  if (process.env.NODE_ENV === 'development') return NextResponse.next();
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const forwarded = new Headers(headers);
  forwarded.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers: forwarded } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = { matcher: '/((?!crypto-checkout/|_next/static/).*)' };
