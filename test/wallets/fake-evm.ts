import type { BrowserWallet, TransferRequest } from '../../src/wallets/wallet.js';

export const PAYER = '0x00000000000000000000000000000000000a11ce';
export const OTHER_PAYER = '0x0000000000000000000000000000000000000b0b';
export const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const HASH = `0x${'ab'.repeat(32)}`;

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
const hex = (value: bigint) => `0x${value.toString(16)}`;

export type Answer = (params: readonly unknown[]) => unknown;

export interface Asked {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An error as wallets throw them. */
export function failing(code: number, data?: unknown): Answer {
  return () => {
    throw Object.assign(new Error(`the wallet answers ${code}`), { code, data });
  };
}

export const hanging: Answer = () => new Promise(() => undefined);

/** A wallet by EIP-1193 with an account that has enough of everything. Each answer can be replaced. */
export class FakeEvm {
  chain = 1n;
  known: readonly bigint[] = [1n];
  accounts: readonly string[] = [PAYER];
  coins = 10n ** 21n;
  tokens = 10n ** 27n;
  decimals = 6n;
  code = '0x';
  readonly asked: Asked[] = [];

  constructor(readonly answers: Readonly<Record<string, Answer>> = {}) {}

  readonly request = async ({ method, params }: Asked): Promise<unknown> => {
    this.asked.push({ method, params });
    const answer = this.answers[method];
    return answer ? answer(params) : this.#usual(method, params);
  };

  #usual(method: string, params: readonly unknown[]): unknown {
    const [first] = params as readonly Readonly<Record<string, string>>[];
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return this.accounts;
      case 'eth_chainId':
        return hex(this.chain);
      case 'wallet_switchEthereumChain':
        if (!this.known.includes(BigInt(first?.['chainId'] ?? 0))) return failing(4902)(params);
        this.chain = BigInt(first?.['chainId'] ?? 0);
        return null;
      case 'wallet_addEthereumChain':
        this.known = [...this.known, BigInt(first?.['chainId'] ?? 0)];
        return null;
      case 'eth_getCode':
        return this.code;
      case 'eth_call':
        return word(first?.['data'] === '0x313ce567' ? this.decimals : this.tokens);
      case 'eth_getBalance':
        return hex(this.coins);
      case 'eth_estimateGas':
        return hex(21_000n);
      case 'eth_gasPrice':
        return hex(10n ** 9n);
      case 'eth_sendTransaction':
        return HASH;
      default:
        return failing(4200)(params);
    }
  }

  /** The transactions that it was asked to send. */
  get sent(): readonly unknown[] {
    return this.asked.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params[0]);
  }

  get methods(): readonly string[] {
    return this.asked.map(({ method }) => method);
  }

  get wallet(): BrowserWallet {
    return evmWallet(this);
  }
}

export function evmWallet(provider: unknown): BrowserWallet {
  return { family: 'evm', name: 'Test', icon: null, provider };
}

export const ETHER: TransferRequest = { currency: 'ETH', address: PAYEE, amount: '0.015' };
export const TETHER: TransferRequest = { currency: 'USDT_ERC20', address: PAYEE, amount: '49.9' };
