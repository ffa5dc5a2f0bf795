import { stringify } from 'lossless-json';

/** The response to a request, or a simulated connection failure. */
export type SandboxReply =
  | { readonly kind: 'response'; readonly response: Response }
  /** The connection is reset before the response. */
  | { readonly kind: 'reset' }
  /** The connection is closed in the middle of the body. */
  | { readonly kind: 'truncated'; readonly response: Response };

/** Serializes with every digit of the amounts. */
export function json(value: object, status = 200): Response {
  return new Response(stringify(value) ?? '', {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}
