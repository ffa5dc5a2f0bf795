import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';

/** Sends each page with a policy, whose nonce its scripts have. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = btoa(crypto.randomUUID());
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
    'trusted-types lit-html',
  ];
  headers.set('content-type', 'text/html; charset=utf-8');
  // Tools for development need more than the policy allows.
  const isBuilt = import.meta.env.PROD;
  if (isBuilt) headers.set('content-security-policy', policy.join('; '));
  const marks = isBuilt ? { nonce } : {};
  return new Promise((resolve, reject) => {
    const page = <ServerRouter context={context} url={request.url} {...marks} />;
    const { pipe } = renderToPipeableStream(page, {
      ...marks,
      onShellReady() {
        const body = new PassThrough();
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onShellError: reject,
    });
  });
}
