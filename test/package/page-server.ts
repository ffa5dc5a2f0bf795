import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from 'playwright-core';
import { chromium as launch } from '../browsers/driver/chromium.js';

/** A public name: a page on a loopback address also loads what its developer reads. */
const HOST = 'shop.example';

/** Pages of a test, and a browser to open them. */
export interface PageServer {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function servePages(listener: RequestListener): Promise<PageServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const args = [...launch.args, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
  const browser = await chromium.launch({ ...launch, args });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
    browser,
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Serves the chunks of a bundle by their names, and the page for every other path. */
export function serveChunks(files: ReadonlyMap<string, string>, html: string): Promise<PageServer> {
  return servePages(({ url: path = '' }, response) => {
    const code = files.get(path);
    const type = code === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type }).end(code ?? html);
  });
}
