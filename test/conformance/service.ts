import { parse, stringify } from 'lossless-json';
import type { JsonFields } from './json.js';
import { fieldsOf, isFields, rowsOf, formatValue, textOf } from './json.js';

/** The paths of the document, in its order. */
export const PATHS = {
  create: '/v2/invoice/create',
  list: '/v2/invoice/merchant/list',
  info: '/v2/invoice/merchant/info',
  cancel: '/v2/invoice/merchant/canceled',
  statistics: '/v2/invoice/merchant/statistics',
  balances: '/v2/merchant/wallet/balance/all',
  createWallet: '/v2/invoice/static/create',
  listWallets: '/v2/invoice/static/list',
  withdraw: '/v2/invoice/api/out/create',
} as const;

export interface Answer {
  /** Of HTTP. */
  readonly status: number;
  readonly contentType: string;
  /** `{}` if the body is not a JSON object. */
  readonly body: JsonFields;
  /** The received body, truncated, for messages. */
  readonly text: string;
}

export interface CallOptions {
  /** The whole `Authorization` header; `null` sends none. Default: the project key. */
  readonly authorization?: string | null;
  readonly method?: string;
}

const TIMEOUT_MS = 30_000;

/** Raw HTTP as the document describes it, without our own client: an independent reader. */
export class Service {
  constructor(
    readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** `body` is sent as JSON; text is sent unchanged, `undefined` sends none. */
  async call(path: string, body?: object | string, options: CallOptions = {}): Promise<Answer> {
    const { authorization = `Token ${this.apiKey}`, method = 'POST' } = options;
    const headers = new Headers(authorization === null ? {} : { authorization });
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers,
      // A redirect would send the key to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : (stringify(body) ?? '') }),
    });
    return toAnswer(response);
  }

  /** The `result` of a call that has to succeed. */
  async result(path: string, body?: object, options?: CallOptions): Promise<unknown> {
    const answer = await this.call(path, body, options);
    if (isSuccess(answer)) return answer.body['result'];
    throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  }

  async info(...uuids: readonly string[]): Promise<readonly JsonFields[]> {
    return rowsOf(await this.result(PATHS.info, { uuids }));
  }

  async infoOf(uuid: string): Promise<JsonFields> {
    const found = (await this.info(uuid)).find((entry) => entry['uuid'] === uuid);
    if (found) return found;
    throw new Error(`information does not hold ${uuid}`);
  }

  async statusOf(uuid: string): Promise<string> {
    return textOf(await this.infoOf(uuid), 'status');
  }
}

export function isSuccess({ status, body }: Answer): boolean {
  return status === 200 && body['status'] === 'success';
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: toFields(text),
    text: text.length > 300 ? `${text.slice(0, 297)}...` : text,
  };
}

function toFields(text: string): JsonFields {
  try {
    const value = parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** The `result` object of a refusal ("Errors": `status` equal to `error`). @throws {Error} for another form */
export function errorOf({ status, body, text }: Answer): JsonFields {
  if (body['status'] !== 'error') throw new Error(`not refused: ${status} ${text}`);
  if (!isFields(body['result']))
    throw new Error(`result is no object with the reason: ${formatValue(body['result'])}`);
  return fieldsOf(body['result']);
}
