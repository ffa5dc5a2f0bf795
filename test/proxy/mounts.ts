// The ways to mount the proxy in the server of a shop, with the real frameworks.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import type { CheckoutProxy } from '../../src/proxy/index.js';
import { toNodeListener } from '../../src/proxy/node.js';

export type Mounted = Pick<CheckoutProxy, 'fetch'>;

export interface Mount {
  readonly name: string;
  /** The framework itself refuses other types than JSON: postbacks as forms are lost. */
  readonly refusesForms?: true;
  /** A server that is not listening yet, and handles requests below `basePath` with the proxy. */
  readonly server: (proxy: Mounted, basePath: string) => Server | Promise<Server>;
}

export const MOUNTS: readonly Mount[] = [
  { name: 'node:http', server: (proxy) => createServer(toNodeListener(proxy)) },
  {
    name: 'Express',
    server: (proxy, basePath) => createServer(application().use(basePath, toNodeListener(proxy))),
  },
  {
    name: 'Express, after express.json() has eaten the body',
    server: (proxy, basePath) =>
      createServer(application().use(express.json()).use(basePath, toNodeListener(proxy))),
  },
  {
    name: 'Express, in a router below the parsers of a whole application',
    server: (proxy, basePath) => {
      const parsers = [express.json(), express.urlencoded({ extended: true }), express.text()];
      const router = express.Router().use('/', toNodeListener(proxy));
      return createServer(application().use(parsers).use(basePath, router));
    },
  },
  { name: 'Fastify, past its parsers', server: pastTheParsersOfFastify },
  {
    name: 'Fastify, after its parser of JSON has eaten the body',
    refusesForms: true,
    server: afterTheParsersOfFastify,
  },
  {
    name: 'Hono',
    server: (proxy, basePath) => {
      const app = new Hono();
      app.all(`${basePath}/*`, (context) => {
        const { address: clientAddress } = getConnInfo(context).remote;
        return proxy.fetch(context.req.raw, { clientAddress });
      });
      return webServer((request, connection) => app.fetch(request, connection));
    },
  },
  {
    name: 'the route handlers of Next.js',
    server: (proxy) => {
      // Next.js passes them no connection: the address is the one that the balancer has written.
      const handle = (request: Request) =>
        proxy.fetch(request, { clientAddress: request.headers.get('x-real-ip') ?? undefined });
      const route: Readonly<Record<string, typeof handle>> = { GET: handle, POST: handle };
      return webServer((request, { incoming }) => {
        request.headers.set('x-real-ip', incoming.socket.remoteAddress ?? '');
        return route[request.method]?.(request) ?? new Response(null, { status: 405 });
      });
    },
  },
];

async function pastTheParsersOfFastify(proxy: Mounted, basePath: string): Promise<Server> {
  const app = fastify();
  const listener = toNodeListener(proxy);
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
    scope.all(`${basePath}/*`, (request, reply) => {
      reply.hijack();
      listener(request.raw, reply.raw);
    });
    done();
  });
  await app.ready();
  return app.server;
}

async function afterTheParsersOfFastify(proxy: Mounted, basePath: string): Promise<Server> {
  const app = fastify();
  const listener = toNodeListener(proxy);
  app.all(`${basePath}/*`, ({ raw, body }, reply) => {
    reply.hijack();
    listener(Object.assign(raw, { body }), reply.raw);
  });
  await app.ready();
  return app.server;
}

/** Silent if a payer disconnects: Express would write the error to stderr. */
function application(): express.Express {
  return express().set('env', 'test');
}

type WebHandler = Parameters<typeof createAdaptorServer>[0]['fetch'];

function webServer(fetch: WebHandler): Server {
  const server = createAdaptorServer({ fetch });
  if (!('closeAllConnections' in server)) throw new Error('no HTTP/1.1 server');
  return server;
}
