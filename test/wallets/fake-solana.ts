import {
  type Address,
  address,
  generateKeyPair,
  getAddressEncoder,
  getAddressFromPublicKey,
  getBase58Decoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
  lamports,
  signTransaction,
} from '@solana/kit';
import { LiteSVM, TransactionMetadata } from 'litesvm';
import type { BrowserWallet, SolanaState } from '../../src/wallets/wallet.js';

export const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const ASSOCIATED = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

const bytesOf = (text: Address) => getAddressEncoder().encode(text);

/** The account of an owner's tokens, as the public library derives it. */
export async function tokenAccountOf(owner: Address, mint: Address, program: Address): Promise<Address> {
  const seeds = [bytesOf(owner), bytesOf(program), bytesOf(mint)];
  return (await getProgramDerivedAddress({ programAddress: ASSOCIATED, seeds }))[0];
}

export async function newKey(): Promise<{ readonly pair: CryptoKeyPair; readonly address: Address }> {
  const pair = await generateKeyPair();
  return { pair, address: await getAddressFromPublicKey(pair.publicKey) };
}

/** The runtime of Solana with its real programs, in this process. */
export class FakeSolana {
  readonly svm = new LiteSVM();

  fund(owner: Address, units: bigint): void {
    this.svm.airdrop(owner, lamports(units));
  }

  #put(account: Address, programAddress: Address, data: Uint8Array): void {
    const space = BigInt(data.length);
    const rent = lamports(this.svm.minimumBalanceForRentExemption(space));
    this.svm.setAccount({ address: account, data, executable: false, lamports: rent, programAddress, space });
  }

  /** Writes a mint, as the token programs lay it out. */
  putMint(mint: Address, decimals: number, program: Address): void {
    const data = new Uint8Array(82);
    new DataView(data.buffer).setBigUint64(36, 10n ** 18n, true);
    data.set([decimals, 1], 44);
    this.#put(mint, program, data);
  }

  /** Writes an account with tokens. */
  putTokens(account: Address, mint: Address, owner: Address, units: bigint, program: Address): void {
    const data = new Uint8Array(165);
    data.set(bytesOf(mint), 0);
    data.set(bytesOf(owner), 32);
    new DataView(data.buffer).setBigUint64(64, units, true);
    data[108] = 1;
    this.#put(account, program, data);
  }

  /** Returns the tokens in an account, or `null` if it is not there. */
  tokensIn(account: Address): bigint | null {
    const found = this.svm.getAccount(account);
    if (!found.exists) return null;
    return new DataView(Uint8Array.from(found.data).buffer).getBigUint64(64, true);
  }

  coinsOf(owner: Address): bigint {
    return this.svm.getBalance(owner) ?? 0n;
  }

  /** What the proxy says. */
  state(changes: Partial<SolanaState>): () => Promise<SolanaState> {
    const accounts = { isTokenAccount: false, createsAccount: false, ...changes };
    return () => Promise.resolve({ blockhash: this.svm.latestBlockhash(), ...accounts });
  }

  /** A wallet that signs and sends. A failed transaction is rejected as by the network. */
  wallet(pair: CryptoKeyPair, owner: Address): BrowserWallet {
    const account = { address: owner, chains: ['solana:mainnet'], features: [] };
    const signAndSendTransaction = async ({ transaction }: { readonly transaction: Uint8Array }) => {
      const signed = await signTransaction([pair], getTransactionDecoder().decode(transaction));
      const sent = this.svm.sendTransaction(signed);
      if (!(sent instanceof TransactionMetadata)) throw new Error(sent.toString());
      this.svm.expireBlockhash();
      return [{ signature: sent.signature() }];
    };
    return solanaWallet([account], { signAndSendTransaction });
  }
}

export function solanaWallet(
  accounts: readonly object[],
  sending: object,
  connect: () => unknown = () => ({ accounts }),
): BrowserWallet {
  const features = { 'standard:connect': { connect }, 'solana:signAndSendTransaction': sending };
  const provider = { accounts, features };
  return { family: 'solana', name: 'Test', icon: null, provider };
}

export const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
