import { stringify } from 'lossless-json';

/** What becomes of a request: an answer, or what a broken line leaves of it. */
export type SandboxReply =
  | { readonly kind: 'response'; readonly response: Response }
  /** The connection is cut without a byte of answer. */
  | { readonly kind: 'reset' }
  /** The connection is cut in the middle of this answer's body. */
  | { readonly kind: 'truncated'; readonly response: Response };

/** JSON with every digit of its amounts. */
export function json(value: object, status = 200): Response {
  return new Response(stringify(value) ?? '', {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
