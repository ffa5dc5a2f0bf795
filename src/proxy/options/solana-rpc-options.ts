import * as v from 'valibot';
import { isLoopback, OptionError } from '../../service/options.js';
import { optionMessage } from '../base/option-message.js';
import { validated } from './option-schemas.js';

/** A Solana node on mainnet (JSON-RPC). Its URL and its headers may contain keys. They never leave the proxy. */
export interface SolanaRpcOptions {
  /** `https://`, or `http://` on localhost. */
  readonly url: string;
  /** Headers of each request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const URL_REMEDY = 'Use the https:// URL of a node; http:// is accepted for localhost only';
const HEADERS_REMEDY = 'Pass an object such as { authorization: "Bearer …" }';

/** Validates the URL of a node. Errors contain no part of the URL, which may be secret. @throws {OptionError} */
function solanaRpcUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fail = (problem: string, remedy = URL_REMEDY) =>
    new OptionError({ option: 'solanaRpc.url', problem, remedy });
  if (!url || !/^https?:$/.test(url.protocol)) throw fail('is not a web URL');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw fail('is insecure');
  if (url.username === '' && url.password === '') return url;
  throw fail('contains credentials', 'Pass them as a header in solanaRpc.headers');
}

function areHeaders(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  // `Headers` trims characters that Node's HTTP client rejects.
  if (!Object.values(value).every((text) => typeof text === 'string' && /^[\x20-\x7e]+$/.test(text)))
    return false;
  try {
    return [...new Headers(Object.entries(value))].length > 0;
  } catch {
    return false;
  }
}

/** @internal */
export const solanaRpcEntries = {
  url: v.pipe(
    v.string(optionMessage('is not a string', URL_REMEDY)),
    validated(solanaRpcUrl),
    v.transform((text) => new URL(text).href),
  ),
  headers: v.optional(
    v.custom<Readonly<Record<string, string>>>(areHeaders, optionMessage('is invalid', HEADERS_REMEDY)),
  ),
};

/** Returns the parts of the options that may be keys: path segments, query parameters and headers. */
export function secretsOfSolanaRpc(options: SolanaRpcOptions | undefined): readonly string[] {
  if (!options) return [];
  const { pathname, searchParams } = new URL(options.url);
  return [
    ...pathname.split('/').filter((segment) => segment.length >= MIN_KEY_LENGTH),
    ...searchParams.values(),
    ...Object.values(options.headers ?? {}).map((value) => value.replace(/^\w+ /, '')),
  ];
}

/** A shorter path segment is a word, such as `v2` or `solana`. */
const MIN_KEY_LENGTH = 12;
