/** A first request of a session that was sent before the session's code had loaded. */
export interface EarlyRequest {
  readonly url: string;
  /** The JSON text of a POST; `null` for a GET. */
  readonly body: string | null;
  readonly credentials: RequestCredentials;
  readonly sentAtMs: number;
  readonly response: Promise<ReadResponse>;
}

/** A response whose body has been read. */
export interface ReadResponse {
  readonly response: Response;
  readonly text: string;
  /** When its headers arrived, by `performance.now()`. */
  readonly receivedAtMs: number;
}

/** An older response may be out of date. */
const MAX_AGE_MS = 10_000;

const waiting: EarlyRequest[] = [];

/** Keeps requests for the sessions that would send the same. */
export function keepEarlyRequests(requests: readonly EarlyRequest[]): void {
  waiting.push(...requests);
}

/** Returns the kept request that equals this one, once, unless it is older than 10 s. */
export function takeEarlyRequest(
  wanted: Pick<EarlyRequest, 'url' | 'body' | 'credentials'>,
  nowMs: number,
): EarlyRequest | undefined {
  const at = waiting.findIndex(
    ({ url, body, credentials }) =>
      url === wanted.url && body === wanted.body && credentials === wanted.credentials,
  );
  const [request] = at < 0 ? [] : waiting.splice(at, 1);
  return request && nowMs - request.sentAtMs < MAX_AGE_MS ? request : undefined;
}
