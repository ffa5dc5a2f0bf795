import * as v from 'valibot';
import { transportOf } from '../../service/node-http.js';
import { causeSummary, cappedText } from '../../service/post.js';
import { retryAfterMs, type TransportResponse } from '../../service/transport.js';
import type { Clock } from '../base/clock.js';
import { ProblemError } from '../base/problem-error.js';
import { ACCOUNT_BYTES, type SolanaAccount, type SolanaBlock } from '../domain/transfer.js';

interface SolanaNode {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Read access to Solana. All calls throw a `ProblemError` `network_unavailable` if they fail. */
export interface SolanaRpc {
  latestBlock(): Promise<SolanaBlock>;
  /** Returns the accounts by address; `null` if an account does not exist. */
  accounts(addresses: readonly string[]): Promise<ReadonlyMap<string, SolanaAccount | null>>;
}

/** Called when a call ends, with its outcome. */
type OnCall = (method: string, outcome: 'ok' | 'failed', seconds: number) => void;

const TIMEOUT_MS = 5000;
/** Four accounts of `ACCOUNT_BYTES` take about 2 kB. */
const MAX_RESPONSE_BYTES = 65_536;
const MAX_RETRY_AFTER_S = 60;
/** A confirmed block is practically final, and recent enough for its blockhash to be accepted. */
const COMMITMENT = { commitment: 'confirmed' } as const;

const envelope = <T extends v.GenericSchema>(value: T) =>
  v.object({ jsonrpc: v.literal('2.0'), id: v.literal(1), result: v.object({ value }) });

const blockSchema = envelope(
  v.object({
    blockhash: v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
    lastValidBlockHeight: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
);

const accountsSchema = envelope(
  v.array(
    v.nullable(
      v.object({
        owner: v.string(),
        data: v.pipe(
          v.tuple([v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/)), v.literal('base64')]),
          v.transform(([text]) => new Uint8Array(Buffer.from(text, 'base64'))),
        ),
      }),
    ),
  ),
);

/** Calls a node by JSON-RPC (Solana documentation, "HTTP methods"). Errors contain neither its URL nor its messages. */
export function connectSolana(node: SolanaNode, clock: Clock, onCall: OnCall): SolanaRpc {
  const call = async <T extends v.GenericSchema>(
    method: string,
    params: readonly unknown[],
    schema: T,
  ): Promise<v.InferOutput<T>> => {
    const startedMs = performance.now();
    const end = (outcome: 'ok' | 'failed') => onCall(method, outcome, (performance.now() - startedMs) / 1000);
    try {
      const result = await post(node, { jsonrpc: '2.0', id: 1, method, params }, schema, clock);
      end('ok');
      return result;
    } catch (error) {
      end('failed');
      throw error instanceof ProblemError ? error : unavailable(causeSummary(error));
    }
  };
  return {
    async latestBlock() {
      return (await call('getLatestBlockhash', [COMMITMENT], blockSchema)).result.value;
    },
    async accounts(addresses) {
      const config = { ...COMMITMENT, encoding: 'base64', dataSlice: { offset: 0, length: ACCOUNT_BYTES } };
      const { value } = (await call('getMultipleAccounts', [addresses, config], accountsSchema)).result;
      if (value.length !== addresses.length) throw unavailable(new Error('unexpected number of accounts'));
      return new Map(addresses.map((address, index) => [address, value[index] ?? null]));
    },
  };
}

async function post<T extends v.GenericSchema>(
  { url, headers }: SolanaNode,
  body: object,
  schema: T,
  clock: Clock,
): Promise<v.InferOutput<T>> {
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(new DOMException('no response in time', 'TimeoutError')),
    TIMEOUT_MS,
  );
  let text: string | null = null;
  try {
    const response = await transportOf({})(url, {
      headers: { ...headers, 'content-type': 'application/json', 'accept': 'application/json' },
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    if (response.status !== 200) throw failedStatus(response, clock);
    text = await cappedText(response.bytes, MAX_RESPONSE_BYTES);
    const result = text === null ? null : v.safeParse(schema, JSON.parse(text));
    if (!result?.success) throw unavailable(new Error('invalid response'));
    return result.output;
  } finally {
    clearTimeout(timer);
    // After a complete response, the connection stays open for the next call.
    if (text === null) abort.abort();
  }
}

function failedStatus({ status, retryAfter }: TransportResponse, clock: Clock): ProblemError {
  const waitMs = retryAfterMs(retryAfter, clock.nowMs());
  const retryAfterS = waitMs === undefined ? null : Math.min(Math.ceil(waitMs / 1000), MAX_RETRY_AFTER_S);
  return unavailable(new Error(`status ${status}`), retryAfterS);
}

/** Returns a `network_unavailable` problem. @param cause for the log only */
function unavailable(cause: Error, retryAfterS: number | null = null): ProblemError {
  return new ProblemError('network_unavailable', undefined, { cause, retryAfterS });
}
