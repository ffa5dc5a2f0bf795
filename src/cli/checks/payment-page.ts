import { createPaymentLink, parseProblem } from '../../proxy/settings.js';
import { isLoopback } from '../../service/options.js';
import { required } from '../base/environment.js';
import { withCauseCode } from '../base/exit.js';
import { publicUrl } from '../base/serve-config.js';
import type { Terminal } from '../base/terminal.js';
import { blocked, failed, type Finding, ok, skipped, warning } from './finding.js';

const CHECK = 'payment page';
const URL_NAME = 'CRYPTO_CHECKOUT_PUBLIC_URL';
const SECRET_NAME = 'CRYPTO_CHECKOUT_ORDER_SECRET';
const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Headers that keep links from caches, search engines and other sites. */
const HEADERS = {
  'cache-control': /\bno-store\b/,
  'content-security-policy': /^default-src 'none'/,
  'referrer-policy': /^no-referrer$/,
  'x-robots-tag': /\bnoindex\b/,
} as const;

/**
 * Checks whether payment links lead to this proxy. Requests an expired link, which opens no order. Only a proxy with the same order
 * secret recognizes it.
 * @param options.page whether to request the page
 * @param variables findings of `checkVariables`
 */
export async function checkPaymentPage(
  terminal: Terminal,
  { page }: { readonly page: boolean },
  variables: readonly Finding[],
  request = fetch,
): Promise<Finding> {
  if (!page)
    return skipped(CHECK, 'use --page to request the payment page at the public URL, with an expired link');
  const isWrong = ({ check, verdict }: Finding) =>
    verdict === 'failed' && [URL_NAME, SECRET_NAME, 'serve'].includes(check);
  if (variables.some(isWrong)) return blocked(CHECK);
  const baseUrl = publicUrl(terminal);
  if (baseUrl === undefined)
    return failed(
      CHECK,
      `${URL_NAME} is not set`,
      'set it to the URL of the proxy in browsers, or omit --page',
    );
  let response: Response;
  let detail: string | null;
  try {
    const signal = AbortSignal.any([terminal.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    response = await request(await expiredLink(terminal, baseUrl), { redirect: 'manual', signal });
    detail = await detailOf(response);
  } catch (error) {
    return failed(
      CHECK,
      `${reasonOf(error)} at ${baseUrl}`,
      'start the proxy, and the load balancer in front of it; check the host name and its certificate',
    );
  }
  return problemOf(response, baseUrl, detail) ?? reachable(response, new URL(baseUrl));
}

async function expiredLink(terminal: Terminal, baseUrl: string): Promise<string> {
  const [secret = ''] = required(terminal, SECRET_NAME);
  const clock = { nowMs: () => terminal.nowMs() - HOUR_MS };
  const order = { id: 'doctor', amount: '1.00', currency: 'EUR' } as const;
  return createPaymentLink(order, { secret, baseUrl, clock, expiresInSeconds: 60 });
}

/** The detail of a problem has one sentence or two. */
const MAX_DETAIL_BYTES = 10_000;

/** Returns the detail of a problem of the proxy (RFC 9457), which names the cause; `null` for any other response. */
async function detailOf(response: Response): Promise<string | null> {
  const isProblem = /^application\/problem\+json\b/.test(response.headers.get('content-type') ?? '');
  if (!isProblem || Number(response.headers.get('content-length')) > MAX_DETAIL_BYTES) {
    await response.body?.cancel();
    return null;
  }
  const problem = parseProblem(await response.json().catch(() => null));
  return problem?.detail ?? null;
}

function problemOf({ status, headers }: Response, baseUrl: string, detail: string | null): Finding | null {
  const location = headers.get('location');
  if (location !== null)
    return failed(CHECK, `${baseUrl} redirects`, `set ${URL_NAME} to the final URL of the proxy`);
  const changed = Object.entries(HEADERS).flatMap(([name, expected]) =>
    expected.test(headers.get(name) ?? '') ? [] : [name],
  );
  const isOurs = changed.length < Object.keys(HEADERS).length;
  if (isOurs && detail !== null)
    return failed(CHECK, `the proxy answered ${status}: ${detail}`, 'change that, and restart it');
  if (status === 404 && isOurs)
    return failed(
      CHECK,
      'the proxy there does not recognize links that are signed here',
      `set the same ${SECRET_NAME} and CRYPTO_CHECKOUT_BASE_PATH for both, and configure the load balancer to forward paths unchanged`,
    );
  if (status !== 410 && isOurs)
    return failed(CHECK, `the proxy responded with ${status}`, 'check the log of the proxy');
  if (status !== 410)
    return failed(
      CHECK,
      `another server than the proxy responded with ${status}`,
      `start the proxy, and configure the load balancer to forward all paths below ${new URL(baseUrl).pathname} to it`,
    );
  if (headers.has('age'))
    return failed(CHECK, 'a cache responded', 'configure it to store no response with "no-store"');
  if (changed.length > 0)
    return failed(
      CHECK,
      `the load balancer removes or changes ${changed.join(', ')}`,
      'configure it to forward the headers of the proxy unchanged',
    );
  return null;
}

function reachable({ headers }: Response, { protocol, hostname, host }: URL): Finding {
  if (isLoopback(hostname)) return ok(CHECK, `reachable at ${host}: only this machine can open its links`);
  const detail = `this proxy is reachable at ${host}; not checked from another network`;
  if (protocol === 'https:' && !headers.has('strict-transport-security'))
    return warning(
      CHECK,
      `${detail}; Strict-Transport-Security is missing`,
      'configure the load balancer to add the header, so that browsers never send a link over http',
    );
  return ok(CHECK, detail);
}

function reasonOf(error: unknown): string {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return isTimeout ? `no response within ${TIMEOUT_MS / 1000} s` : withCauseCode('no connection', error);
}
