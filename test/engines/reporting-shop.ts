import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const REPORTS = '/policy-reports';

export interface ReportingShop {
  readonly url: string;
  /** What browsers said that the pages' policy has refused, from the first byte of a page on. */
  readonly refused: readonly string[];
  readonly close: () => void;
}

/** The shop as it is, but for a policy that asks browsers to report (`report-uri`, CSP 3, 6.5.1): all do. */
export async function reportingShop(shopUrl: string): Promise<ReportingShop> {
  const refused: string[] = [];
  const server = createServer((incoming, answer) => {
    if (incoming.url !== REPORTS) return pass(shopUrl, incoming, answer);
    void text(incoming).then((report) => {
      refused.push(report);
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, refused, close };
}

function pass(shopUrl: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '/' } = incoming;
  const inner = request(new URL(url, shopUrl), { headers, ...(method ? { method } : {}) });
  inner.on('response', (response) => {
    const policy = response.headers['content-security-policy'];
    const reported = policy ? { 'content-security-policy': `${String(policy)}; report-uri ${REPORTS}` } : {};
    answer.writeHead(response.statusCode ?? 502, { ...response.headers, ...reported });
    response.pipe(answer);
  });
  inner.on('error', () => answer.destroy());
  answer.on('close', () => inner.destroy());
  incoming.pipe(inner);
}
