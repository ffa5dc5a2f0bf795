import { SignJWT } from 'jose';

const LIFETIME_SECONDS = 300;

/**
 * Returns a JWT (RFC 7519) `{id, exp}`, signed with HS256 and valid for five minutes of sandbox time. It has no `iat`,
 * since the sandbox's clock may be ahead of the receiver's.
 */
export function signToken(secret: string, id: string, nowMs: number): Promise<string> {
  const exp = Math.floor(nowMs / 1000) + LIFETIME_SECONDS;
  return new SignJWT({ id, exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
}
