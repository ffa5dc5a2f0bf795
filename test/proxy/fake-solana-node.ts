import { createServer, type IncomingMessage } from 'node:http';
import type { TestContext } from 'node:test';
import { address } from '@solana/kit';
import type { FakeSolana } from '../wallets/fake-solana.js';
import { listen } from '../listen.js';

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly headers: IncomingMessage['headers'];
}

/** Instead of the right answer: a status, a text, headers, or none at all. */
export type Broken =
  | { readonly status?: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'silent'
  | 'cut';

interface Config {
  readonly encoding?: string;
  readonly dataSlice?: { readonly offset: number; readonly length: number };
}

/** A node as the documentation of Solana describes it ("HTTP methods"), over the runtime of the network. */
export class FakeSolanaNode {
  readonly calls: Call[] = [];
  broken: Broken | null = null;
  lastValidBlockHeight = 312_345_678;

  constructor(private readonly chain: FakeSolana) {}

  /** @returns its URL, with a key */
  async listen(t: TestContext, key: string): Promise<string> {
    const server = createServer((incoming, outgoing) => {
      void (async () => {
        let body = '';
        for await (const chunk of incoming) body += String(chunk);
        const { id, method, params }: { id: number; method: string; params: unknown[] } = JSON.parse(body);
        this.calls.push({ method, params, headers: incoming.headers });
        const { broken } = this;
        if (broken === 'silent') return;
        if (broken === 'cut') return void incoming.socket.destroy();
        const right = JSON.stringify({ jsonrpc: '2.0', id, ...this.#answer(method, params) });
        outgoing.writeHead(broken?.status ?? 200, {
          'content-type': 'application/json',
          ...broken?.headers,
        });
        outgoing.end(broken?.text ?? right);
      })();
    });
    return `${await listen(t, server)}/v1/${key}?api-key=${key}`;
  }

  #answer(method: string, params: readonly unknown[]): object {
    const context = { slot: 330_000_000, apiVersion: '3.0.0' };
    if (method === 'getLatestBlockhash') {
      const value = {
        blockhash: this.chain.svm.latestBlockhash(),
        lastValidBlockHeight: this.lastValidBlockHeight,
      };
      return { result: { context, value } };
    }
    if (method === 'getMultipleAccounts') {
      const [addresses, config] = params as readonly [readonly string[], Config];
      return { result: { context, value: addresses.map((one) => this.#account(one, config)) } };
    }
    return { error: { code: -32_601, message: 'Method not found' } };
  }

  #account(text: string, { encoding, dataSlice }: Config): object | null {
    const account = this.chain.svm.getAccount(address(text));
    if (!account.exists) return null;
    if (encoding !== 'base64') throw new Error(`the encoding ${encoding} is not faked`);
    const { offset, length } = dataSlice ?? { offset: 0, length: Infinity };
    const data = Buffer.from(account.data).subarray(offset, offset + length);
    return {
      data: [data.toString('base64'), 'base64'],
      executable: account.executable,
      lamports: Number(account.lamports),
      owner: account.programAddress,
      // More than a number of JavaScript can hold, as of accounts that pay no rent.
      rentEpoch: 18_446_744_073_709_552_000,
      space: account.data.length,
    };
  }
}
