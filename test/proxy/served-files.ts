import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { ElementsFile } from '../../src/proxy/elements/elements-file.js';
import type { LoadElements } from '../../src/proxy/elements/served-files.js';
import { toNodeListener } from '../../src/proxy/http/node.js';
import { App } from '../../src/proxy/http/app.js';
import { toFetch } from '../../src/proxy/http/web.js';
import type { CheckoutProxyOptions } from '../../src/proxy/index.js';
import { parseOptions } from '../../src/proxy/options/parse.js';
import { briefStore } from './test-stores.js';
import { SECRETS } from './test-environment.js';
import { listen } from '../listen.js';

/** What a build packs: an entry, and a file behind it whose name and text differ from version to version. */
export function build(version: string): readonly ElementsFile[] {
  return [
    packed('elements.js', 'entry', `import('./elements/currency-choice-${version}.js');`),
    packed(`elements/currency-choice-${version}.js`, 'currency-choice', textOf(version)),
    packed('merchant-elements.js', 'entry', `import './merchant-elements/all-${version}.js';`),
    packed(`merchant-elements/all-${version}.js`, 'other', textOf(`staff ${version}`)),
  ];
}

/** Long enough to be worth compressing. */
export const textOf = (version: string) => `console.log(${JSON.stringify(`${version} `.repeat(400))});\n`;

function packed(name: string, role: ElementsFile['role'], text: string): ElementsFile {
  return {
    name,
    role,
    brotli: brotliCompressSync(text).toString('base64'),
    integrity: `sha384-of-${text.length}`,
  };
}

export interface FileServer {
  readonly proxy: App;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same by Node's own server. */
  readonly url: string;
  readonly logLines: string[];
}

/**
 * A proxy that serves these files, or fails to load them.
 * @param isMerchant whether it is the separate server of the staff
 */
export async function serveFiles(
  t: TestContext,
  files: readonly ElementsFile[] | LoadElements,
  options: Partial<CheckoutProxyOptions> = {},
  isMerchant = false,
): Promise<FileServer> {
  const logLines: string[] = [];
  const log = (fields: object, message: string) => void logLines.push(JSON.stringify({ message, ...fields }));
  const logger = { info: log, warn: log, error: log };
  const { apiKey, shopId, orderSecret } = SECRETS;
  const settings = parseOptions({
    service: { url: 'https://pay.example', apiKey, shopId },
    orderSecrets: [orderSecret],
    onEvent: () => undefined,
    store: options.store ?? (await briefStore()),
    logger,
    ...options,
  });
  const load = typeof files === 'function' ? files : () => Promise.resolve(files);
  const proxy = new App(settings, load);
  t.after(() => proxy.stop());
  const fetchOf = toFetch((incoming) => proxy.handle(incoming, isMerchant));
  const server = createServer(toNodeListener({ fetch: fetchOf }));
  const url = await listen(t, server);
  return {
    proxy,
    logLines,
    url: `${url}/crypto-checkout`,
    fetch: (path, init) => fetchOf(new Request(`https://shop.example/crypto-checkout${path}`, init)),
  };
}
