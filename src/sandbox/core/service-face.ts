import type { MovableClock } from './clock.js';
import { parseCreateRequest } from './create-request.js';
import type { Fields } from './fields.js';
import { optionalTexts, parseFields, Refusal, requiredText } from './fields.js';
import type { Ledger } from './ledger.js';
import { json } from './reply.js';
import type { WireOptions } from './wire.js';
import { createdInvoiceToWire, invoiceToWire } from './wire.js';

export interface ServiceFaceOptions {
  readonly apiKey: string;
  readonly shopId: string;
  readonly wire: WireOptions;
}

export interface ServiceCall {
  /** Without a trailing slash. */
  readonly path: string;
  readonly method: string;
  /** The `Authorization` header. */
  readonly authorization: string | null;
  readonly body: string;
  /** Scheme, host and port under which the sandbox was called. */
  readonly origin: string;
  /** Answer with the state before the last change. */
  readonly stale: boolean;
}

type Endpoint = (fields: Fields, call: ServiceCall) => unknown;

/** "Limits": invoice information. */
const MAX_IDS = 100;

export const CREATE_PATH = '/v2/invoice/create';
export const INFO_PATH = '/v2/invoice/merchant/info';
export const CANCEL_PATH = '/v2/invoice/merchant/canceled';
export const ENDPOINT_PATHS: readonly string[] = [CREATE_PATH, INFO_PATH, CANCEL_PATH];

/** The payment service's own interface. */
export class ServiceFace {
  readonly #endpoints: ReadonlyMap<string, Endpoint>;

  constructor(
    private readonly ledger: Ledger,
    private readonly clock: MovableClock,
    private readonly options: ServiceFaceOptions,
  ) {
    this.#endpoints = new Map<string, Endpoint>([
      [CREATE_PATH, (fields, { origin }) => this.#create(fields, origin)],
      [INFO_PATH, (fields, { stale }) => this.#info(fields, stale)],
      [CANCEL_PATH, (fields) => this.#cancel(fields)],
    ]);
  }

  /** Never rejects for what the caller sent: every refusal is an answer of the document's form. */
  async answer(call: ServiceCall): Promise<Response> {
    try {
      const result = await this.#endpoint(call)(parseFields(call.body), call);
      return json({ status: 'success', result });
    } catch (error) {
      if (error instanceof Unauthorized) return unauthorized();
      if (error instanceof Refusal) return refused(error.message, error.status);
      throw error;
    }
  }

  #endpoint({ path, method, authorization }: ServiceCall): Endpoint {
    const endpoint = this.#endpoints.get(path);
    if (!endpoint)
      throw new Refusal(`${path} is not an endpoint here: use one of ${ENDPOINT_PATHS.join(', ')}`, 404);
    if (method !== 'POST') throw new Refusal(`${method} is not answered here: use POST`, 405);
    if (authorization !== `Token ${this.options.apiKey}`) throw new Unauthorized();
    return endpoint;
  }

  async #create(fields: Fields, origin: string): Promise<object> {
    const invoice = await this.ledger.create(parseCreateRequest(fields, this.options.shopId));
    return createdInvoiceToWire(invoice, origin, this.options.wire);
  }

  #info(fields: Fields, stale: boolean): readonly object[] {
    const ids = optionalTexts(fields, 'uuids');
    if (!ids) throw new Refusal('uuids is missing: give a list of invoice ids');
    if (ids.length > MAX_IDS) throw new Refusal(`uuids holds ${ids.length} ids: give at most ${MAX_IDS}`);
    const found = new Map(ids.map((id) => [this.ledger.find(id).id, this.#wire(id, stale)]));
    return [...found.values()];
  }

  #wire(id: string, stale: boolean): object {
    if (!stale) return invoiceToWire(this.ledger.find(id), this.clock.nowMs(), this.options.wire);
    const { invoice, recordedAtMs } = this.ledger.findFormer(id);
    return invoiceToWire(invoice, recordedAtMs, this.options.wire);
  }

  #cancel(fields: Fields): readonly string[] {
    this.ledger.cancel(requiredText(fields, 'uuid'));
    return ['ok'];
  }
}

class Unauthorized extends Error {}

/** "Authentication": the body for an invalid token. Its HTTP status is not shown in the document. */
export function unauthorized(): Response {
  return json({ status: 'error', result: { authorization: 'Unauthorized: the token is not valid' } }, 401);
}

/** "Errors": the envelope, with the one error key that the document shows. */
function refused(reason: string, status: number): Response {
  return json({ status: 'error', result: { 'Bad request': reason } }, status);
}
