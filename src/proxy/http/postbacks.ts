import { parsePostback } from '../domain/postback.js';
import type { Answer } from './answer.js';
import { json, readText } from './http.js';
import type { Exchange } from './exchange.js';

/** The same answer to everything, so that nobody learns what is known here. */
const TAKEN = { status: 'ok' } as const;

/**
 * A notification of the service, of whatever form. 503 when it could not be stored: the service may send it
 * again.
 */
export async function takePostback(exchange: Exchange): Promise<Answer> {
  const postback = parsePostback(await readText(exchange.whole()));
  const { postbacks } = await exchange.running();
  await postbacks.handle(postback);
  return json(200, TAKEN);
}
