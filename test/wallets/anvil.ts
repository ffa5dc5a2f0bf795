import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { addr, Transaction } from 'micro-eth-signer';
import token from './token/token.json' with { type: 'json' };

const require = createRequire(import.meta.url);
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'win32', darwin: 'darwin' };

/** The program itself: its package's own script only looks for it, and takes longer than its start. */
function programPath(): string {
  const system = SYSTEMS[process.platform] ?? 'linux';
  const name = `@foundry-rs/anvil-${system}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const from = createRequire(require.resolve('@foundry-rs/anvil/package.json'));
  return from.resolve(`${name}/bin/anvil${system === 'win32' ? '.exe' : ''}`);
}

const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');

/** What a wallet reads of a request to send. */
interface SendRequest {
  readonly to: string;
  readonly value?: string;
  readonly data?: string;
}

/** A node of an EVM network, and the account of a payer, whose key the node does not have. */
export class Anvil {
  /** Owns 10,000 coins. */
  readonly payer = addr.random();

  private constructor(
    private readonly process: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(chainId: number): Promise<Anvil> {
    const args = ['--port', '0', '--chain-id', String(chainId), '--accounts', '1'];
    const child = spawn(programPath(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /^Listening on (\S+)/.exec(line)?.[1];
      if (address) {
        child.stdout.resume();
        const anvil = new Anvil(child, `http://${address}`);
        await anvil.call('anvil_setBalance', [anvil.payer.address, `0x${(10n ** 22n).toString(16)}`]);
        return anvil;
      }
    }
    throw new Error('anvil ended before it listened');
  }

  async stop(): Promise<void> {
    this.process.kill();
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
  }

  /** @throws an error with the code of the node */
  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.url, { method: 'POST', headers, body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: object };
    if (error) throw Object.assign(new Error(JSON.stringify(error)), error);
    return result;
  }

  /** Answers a request as the wallet of the payer: it signs with its own key, and asks the node for everything else. */
  async callAsWallet(method: string, params: readonly unknown[]): Promise<unknown> {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [this.payer.address];
    if (method !== 'eth_sendTransaction') return this.call(method, params);
    const { to, value = '0x0', data = '0x' } = params[0] as SendRequest;
    const [chainId, nonce, gasLimit, gasPrice] = await Promise.all([
      this.number('eth_chainId'),
      this.number('eth_getTransactionCount', this.payer.address, 'pending'),
      this.number('eth_estimateGas', { from: this.payer.address, to, value, data }),
      this.number('eth_gasPrice'),
    ]);
    const maxFeePerGas = 2n * gasPrice;
    const fields = { to, value: BigInt(value), data, chainId, nonce, gasLimit, maxFeePerGas };
    const signed = Transaction.prepare(fields).signBy(this.payer.privateKey).toHex();
    return this.call('eth_sendRawTransaction', [signed]);
  }

  async number(method: string, ...params: readonly unknown[]): Promise<bigint> {
    return BigInt(String(await this.call(method, params)));
  }

  /** Puts the token of `token.sol` at an address, where one account owns some of it. */
  async deployToken(contract: string, decimals: number, owner: string, units: bigint): Promise<void> {
    // A mapping holds the value of a key at the hash of the key and of its own slot, which is the second.
    const slot = bytesToHex(keccak_256(hexToBytes(word(owner) + word(1n))));
    await this.call('anvil_setCode', [contract, token.deployedBytecode]);
    await this.call('anvil_setStorageAt', [contract, '0x0', `0x${word(BigInt(decimals))}`]);
    await this.call('anvil_setStorageAt', [contract, `0x${slot}`, `0x${word(units)}`]);
  }

  tokensOf(contract: string, owner: string): Promise<bigint> {
    return this.number('eth_call', { to: contract, data: `0x70a08231${word(owner)}` }, 'latest');
  }

  /** Waits until a transaction is in a block. Returns whether it succeeded, and its fee. */
  async mined(hash: string): Promise<{ readonly isDone: boolean; readonly fee: bigint }> {
    for (;;) {
      const receipt = (await this.call('eth_getTransactionReceipt', [hash])) as Readonly<
        Record<string, string>
      >;
      if (receipt?.['status'] !== undefined)
        return {
          isDone: receipt['status'] === '0x1',
          fee: BigInt(receipt['gasUsed'] ?? 0) * BigInt(receipt['effectiveGasPrice'] ?? 0),
        };
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
