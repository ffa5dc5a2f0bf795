import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { createContract, ERC20 } from 'micro-eth-signer/abi.js';
import type { BrowserWallet, TransferRequest, WalletDialect } from '../../src/wallets/wallet.js';

export const PAYER = 'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9';
export const OTHER_PAYER = 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb';
export const PAYEE = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
export const TXID = 'cd'.repeat(32);
const TETHER = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const MAINNET = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const NILE = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';

const base58check = createBase58check(sha256);
const token = createContract(ERC20);

/** 21 bytes in hexadecimal, beginning with 41. */
export function hexOf(address: string): string {
  return bytesToHex(base58check.decode(address));
}

/** As a node encodes it, by a library that the code under test does not use. */
function transferCall(to: string, units: string): string {
  return bytesToHex(token.transfer.encodeInput({ to: `0x${hexOf(to).slice(2)}`, value: BigInt(units) }));
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');

export type Method = (...args: readonly unknown[]) => unknown;
/** Replaced methods: of the provider, of `trx` and of `transactionBuilder`. */
export type Methods = Readonly<Record<string, Method>>;

interface Parameter {
  readonly value: string;
}

/** A wallet with a TronWeb, as TIP-1193 and TronLink's own documents have them. */
export class FakeTron {
  isOnMainnet = true;
  account: string | false = PAYER;
  coins = 1_000_000_000;
  tokens = 10n ** 12n;
  decimals = 6n;
  resources: object = { freeNetLimit: 600 };
  /** Of a payee whose account is there. */
  payee: object = { address: hexOf(PAYEE) };
  readonly asked: { readonly method: string; readonly args: readonly unknown[] }[] = [];

  constructor(
    readonly methods: Methods = {},
    readonly dialect?: WalletDialect,
  ) {}

  #method(method: string, usual: Method): Method {
    return async (...args) => {
      this.asked.push({ method, args });
      return (this.methods[method] ?? usual)(...args);
    };
  }

  readonly request = (asked: { readonly method: string; readonly params?: unknown }) =>
    this.#method(asked.method, () => {
      switch (asked.method) {
        case 'eth_requestAccounts':
          return [this.account];
        case 'tron_requestAccounts':
          return { code: 200 };
        case 'wallet_switchEthereumChain':
          this.isOnMainnet = true;
          return null;
        default:
          throw Object.assign(new Error('unknown'), { code: 4200 });
      }
    })(asked.params);

  /** Another object each time, as after a change of the network. */
  get tronWeb() {
    return {
      defaultAddress: { base58: this.account, hex: this.account && hexOf(this.account) },
      trx: {
        getBlockByNumber: this.#method('getBlockByNumber', () => ({
          blockID: this.isOnMainnet ? MAINNET : NILE,
        })),
        getBalance: this.#method('getBalance', () => this.coins),
        getAccountResources: this.#method('getAccountResources', () => this.resources),
        getAccount: this.#method('getAccount', () => this.payee),
        getChainParameters: this.#method('getChainParameters', () => [
          { key: 'getTransactionFee', value: 1000 },
          { key: 'getEnergyFee', value: 100 },
          { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
        ]),
        sign: this.#method('sign', (built) => ({ ...(built as object), signature: ['00'] })),
        sendRawTransaction: this.#method('sendRawTransaction', () => ({ result: true, txid: TXID })),
      },
      transactionBuilder: {
        sendTrx: this.#method('sendTrx', (to, amount, from) =>
          transactionOf('TransferContract', {
            ...{ amount, owner_address: hexOf(String(from)), to_address: hexOf(String(to)) },
          }),
        ),
        triggerConstantContract: this.#method('triggerConstantContract', (_contract, signature) => {
          if (signature === 'transfer(address,uint256)')
            return { result: { result: true }, energy_used: 65_000, constant_result: [word(1n)] };
          const value = signature === 'decimals()' ? this.decimals : this.tokens;
          return { result: { result: true }, constant_result: [word(value)] };
        }),
        triggerSmartContract: this.#method(
          'triggerSmartContract',
          (contract, _signature, options, parameters) => {
            const [to, units] = parameters as readonly [Parameter, Parameter];
            return {
              result: { result: true },
              transaction: transactionOf('TriggerSmartContract', {
                owner_address: hexOf(PAYER),
                contract_address: hexOf(String(contract)),
                data: transferCall(to.value, units.value),
                ...(options as { callValue?: number }),
              }),
            };
          },
        ),
      },
    };
  }

  argumentsOf(method: string): readonly unknown[] | undefined {
    return this.asked.find((call) => call.method === method)?.args;
  }

  get isAsked(): boolean {
    return this.asked.some(({ method }) => method === 'sign');
  }

  get wallet(): BrowserWallet {
    const dialect = this.dialect && { dialect: this.dialect };
    return { family: 'tron', name: 'Test', icon: null, ...dialect, provider: this };
  }
}

export function transactionOf(type: string, value: object): object {
  return {
    visible: false,
    txID: 'ef'.repeat(32),
    raw_data: { contract: [{ type, parameter: { value } }] },
  };
}

export const TRX: TransferRequest = { currency: 'TRX', address: PAYEE, amount: '12.5' };
export const USDT: TransferRequest = { currency: 'USDT_TRC20', address: PAYEE, amount: '49.9' };
export const USDT_CONTRACT = TETHER;
