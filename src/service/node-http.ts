import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { deadline } from './deadlines.js';
import type { ServiceClientOptions } from './options.js';
import { fetchTransport, type HttpTransport } from './transport.js';

/** Timeout of a connection attempt, like that of Node's `fetch`. After it, certainly nothing was sent. */
const CONNECT_MS = 10_000;
/**
 * Closes an idle connection before the service does; Node's servers wait 5 s. A request on a connection that is being
 * closed has an unknown outcome.
 */
const IDLE_MS = 4000;

const agentOptions = {
  ...{ keepAlive: true, timeout: IDLE_MS },
  // Honors the proxy variables like `fetch`, from Node 24.5 on.
  ...(process.env['NODE_USE_ENV_PROXY'] === '1' && { proxyEnv: process.env }),
};
const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };

/** Returns the transport of a client: the caller's `fetch`, or Node's HTTP client. */
export function transportOf({ fetch }: Pick<ServiceClientOptions, 'fetch'>): HttpTransport {
  return fetch ? fetchTransport(fetch) : httpTransport;
}

/** Uses Node's HTTP client with persistent connections: a call takes a quarter of the time of `fetch`. */
const httpTransport: HttpTransport = async (url, { headers, body, signal }) => {
  // Lets Node notice an idle connection that the service has closed, before it is selected: at least one of two
  // iterations of the event loop polls the sockets.
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
      const { statusCode = 0, headers: answered } = response;
      const { 'retry-after': retryAfter = null, date = null } = answered;
      resolve({ status: statusCode, retryAfter, date, bytes: response });
    });
    // The listener stays after the response has begun, so that later errors, which the reader gets, are not uncaught.
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
