import { createMerchantClient, type MerchantClient } from './session.js';
import type { SessionSource } from './session-token.js';

type Source = SessionSource | string;

/** By endpoint and source. Functions are held weakly, because a page may pass a new one in each rendering. */
const byUrl = new Map<string, MerchantClient>();
const byFunction = new WeakMap<SessionSource, Map<string, MerchantClient>>();

/** Returns the client for an endpoint and a source of sessions. The elements of a page share it, with its session and its stream. */
export function sharedClient(endpoint: string, session: Source): MerchantClient {
  const [clients, key] =
    typeof session === 'string'
      ? [byUrl, JSON.stringify([endpoint, session])]
      : [clientsOf(session), endpoint];
  const known = clients.get(key);
  if (known) return known;
  const client = createMerchantClient({ endpoint, session });
  clients.set(key, client);
  return client;
}

function clientsOf(source: SessionSource): Map<string, MerchantClient> {
  const known = byFunction.get(source);
  if (known) return known;
  const clients = new Map<string, MerchantClient>();
  byFunction.set(source, clients);
  return clients;
}
