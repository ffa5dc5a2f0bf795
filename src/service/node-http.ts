import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { deadline } from './deadlines.js';
import type { ServiceClientOptions } from './options.js';
import { fetchTransport, type HttpTransport } from './transport.js';

/** Timeout of a connection attempt, as in Node's `fetch`. After it, certainly nothing was sent. */
const CONNECT_MS = 10_000;
/**
 * Time after which the client closes an idle connection. Shorter than the 5 s of Node's servers: if the service closes the
 * connection during a request, the outcome is unknown.
 */
const IDLE_MS = 4000;

const agentOptions = {
  keepAlive: true,
  timeout: IDLE_MS,
  // As `fetch` does from Node 24.5 on.
  ...(process.env['NODE_USE_ENV_PROXY'] === '1' && { proxyEnv: process.env }),
};
const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };

/** Returns the transport of a client: the caller's `fetch`, or Node's HTTP client. */
export function transportOf({ fetch }: Pick<ServiceClientOptions, 'fetch'>): HttpTransport {
  return fetch ? fetchTransport(fetch) : httpTransport;
}

/** Sends requests by Node's HTTP client on persistent connections, which takes a quarter of the time of `fetch`. */
const httpTransport: HttpTransport = async (url, { headers, body, signal }) => {
  // Lets Node discard idle connections that the service has closed. At least one of two event loop iterations polls the sockets.
  await setImmediate();
  await setImmediate();
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith('https:');
    const options = { method: 'POST', headers: { ...headers, 'accept-encoding': 'identity' }, signal };
    const request = isSecure
      ? requestHttps(url, { ...options, agent: agents.https })
      : requestHttp(url, { ...options, agent: agents.http });
    request.once('socket', (socket) => {
      if (socket.connecting) limitConnectTime(socket, isSecure ? 'secureConnect' : 'connect');
    });
    request.once('response', (response) => {
      const { statusCode = 0, headers } = response;
      const { 'retry-after': retryAfter = null, date = null } = headers;
      resolve({ status: statusCode, retryAfter, date, bytes: response });
    });
    // Never removed: the reader gets errors after the response has begun, but without a listener they would be uncaught, too.
    request.on('error', reject);
    request.end(body);
  });
};

function limitConnectTime(socket: Socket, connected: 'connect' | 'secureConnect'): void {
  const late = Object.assign(new Error('no connection'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
  const stop = deadline(CONNECT_MS, () => socket.destroy(late));
  socket.once(connected, stop);
  socket.once('close', stop);
}
