import { brotliDecompress } from 'node:zlib';
import { promisify } from 'node:util';
import type { ElementsFile } from '../../proxy/settings.js';
import { SigningRefusedError, type Desk, type Fields } from './desk.js';
import { HEADERS, PAGE_CSS, pageHtml } from './page.js';

/** Path at which the page calls the proxy: the default of the elements. */
const PROXY_PATH = '/crypto-checkout';
const MERCHANT_PATH = `${PROXY_PATH}/merchant/`;
const MAX_BODY_BYTES = 20_000;
/** Request headers to forward to the proxy. */
const FORWARDED = ['accept', 'authorization', 'content-type'];
/** Response headers to return to the page. */
const RETURNED = ['content-type', 'retry-after'];

const decompress = promisify(brotliDecompress);

export interface DeskHandlerOptions {
  readonly desk: Desk;
  /** `http://127.0.0.1:<port>`. No other host or origin is accepted. */
  readonly origin: string;
  readonly files: readonly ElementsFile[];
  /** Ends the open streams. */
  readonly signal: AbortSignal;
}

type MaybeAsyncResponse = Response | Promise<Response>;

/** Handles the requests of one person's page. */
export class DeskHandler {
  readonly #paths: Readonly<Record<string, (request: Request) => MaybeAsyncResponse>>;

  constructor(private readonly options: DeskHandlerOptions) {
    const { files, desk } = options;
    const script = files.find(({ role }) => role === 'desk')?.name ?? '';
    const signsPayouts = desk.options.payoutSecret !== null;
    this.#paths = {
      'GET /': () => text(200, pageHtml(script, signsPayouts), 'text/html; charset=utf-8'),
      'GET /desk.css': () => text(200, PAGE_CSS, 'text/css; charset=utf-8'),
      'POST /open': (request) => this.#open(request),
      'POST /session': (request) => this.#forPage(request, () => desk.session()),
      'POST /payouts/sign': (request) =>
        this.#forPage(request, async () => desk.signPayout(await readFields(request))),
    };
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    try {
      return await this.#respond(request);
    } catch (error) {
      if (error instanceof BodyTooLongError) return text(413);
      throw error;
    }
  };

  #respond(request: Request): MaybeAsyncResponse {
    const { pathname } = new URL(request.url);
    if (!this.#isOwn(request, pathname)) return text(403, 'Open the link that the command printed.');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const respond = this.#paths[`${method} ${pathname}`];
    if (respond) return respond(request);
    if (pathname.startsWith(MERCHANT_PATH)) return this.#forward(request, pathname);
    return method === 'GET' ? this.#script(pathname.slice(1)) : text(404);
  }

  /**
   * Returns whether a request comes from the page, or opens it. The host check prevents DNS rebinding. The origin and site checks
   * reject all other pages. Any site may open the page, which shows nothing without the secret.
   */
  #isOwn({ method, headers }: Request, pathname: string): boolean {
    const { origin } = this.options;
    const site = headers.get('sec-fetch-site') ?? 'same-origin';
    const sent = headers.get('origin');
    return (
      headers.get('host') === new URL(origin).host &&
      (sent === null ? method === 'GET' || method === 'HEAD' : sent === origin) &&
      (pathname === '/' || site === 'same-origin')
    );
  }

  async #open(request: Request): Promise<Response> {
    const key = this.options.desk.open(await readText(request));
    return key === null ? text(403, 'The link was used before, or has expired.') : text(200, key);
  }

  async #forPage({ headers }: Request, work: () => Promise<string>): Promise<Response> {
    const key = /^Bearer ([\w-]+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? '';
    if (!this.options.desk.isPageKey(key)) return text(401);
    try {
      return text(200, await work());
    } catch (error) {
      if (error instanceof SigningRefusedError) return text(403, error.message);
      if (error instanceof TypeError || error instanceof SyntaxError) return text(400, error.message);
      throw error;
    }
  }

  /** Forwards a request to the proxy, which verifies the session. */
  async #forward(request: Request, pathname: string): Promise<Response> {
    const { desk, signal } = this.options;
    const path = pathname.slice(PROXY_PATH.length) + new URL(request.url).search;
    const sent = request.method === 'POST' ? await readText(request) : null;
    try {
      const { status, headers, body } = await fetch(desk.options.proxyUrl + path, {
        method: request.method,
        headers: pick(request.headers, FORWARDED),
        body: sent,
        redirect: 'error',
        signal: AbortSignal.any([request.signal, signal]),
      });
      return new Response(body, { status, headers: { ...HEADERS, ...pick(headers, RETURNED) } });
    } catch {
      return text(502, 'The proxy did not respond.');
    }
  }

  /** Serves the scripts of this package: a page that signs payouts must not run the code of another process, such as the proxy. */
  async #script(name: string): Promise<Response> {
    const file = this.options.files.find((one) => one.name === name);
    if (!file || !/^merchant-elements[./]/.test(name)) return text(404);
    const code = await decompress(Buffer.from(file.brotli, 'base64'));
    return text(200, code.toString(), 'text/javascript; charset=utf-8');
  }
}

function text(status: number, body = '', contentType = 'text/plain; charset=utf-8'): Response {
  return new Response(body, { status, headers: { ...HEADERS, 'content-type': contentType } });
}

function pick(headers: Headers, names: readonly string[]): Readonly<Record<string, string>> {
  const set = names.map((name) => [name, headers.get(name)] as const);
  return Object.fromEntries(set.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/** @throws {BodyTooLongError} */
async function readText({ body }: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws {TypeError | SyntaxError} if the body is not a JSON object */
async function readFields(request: Request): Promise<Fields> {
  const value: unknown = JSON.parse(await readText(request));
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new TypeError('Send a JSON object.');
}
