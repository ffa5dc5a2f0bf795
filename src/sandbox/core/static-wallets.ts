import type { Currency, CurrencyCode } from '../../payment/index.js';
import { currencyOf } from '../../payment/index.js';
import type { MovableClock } from './clock.js';
import type { Identifiers } from './identifiers.js';

/** A permanent address of one customer for one currency. */
export interface StaticWallet {
  readonly id: string;
  /** The merchant's word for the customer. */
  readonly identify: string;
  readonly currency: Currency;
  readonly address: string;
  readonly createdAtMs: number;
  readonly deposits: readonly Deposit[];
}

/** Money that came to a wallet: confirmed, and the merchant's as a whole. */
export interface Deposit {
  /** Of the transaction. */
  readonly id: string;
  /** In the coin's smallest unit. */
  readonly units: bigint;
}

/** Every static wallet, and the money in it. */
export class StaticWallets {
  /** By address. */
  readonly #wallets = new Map<string, StaticWallet>();
  /** By currency and customer. */
  readonly #addresses = new Map<string, string>();

  constructor(
    private readonly clock: MovableClock,
    private readonly identifiers: Identifiers,
  ) {}

  /** The customer's wallet for this currency: made at the first call, the same one ever after. */
  async open(identify: string, code: CurrencyCode): Promise<StaticWallet> {
    const owner = `${code} ${identify}`;
    const known = this.#findByOwner(owner);
    if (known) return known;
    const currency = currencyOf(code);
    const id = await this.identifiers.walletId();
    const address = await this.identifiers.address(currency.network.key);
    // Another call for the same wallet may have been quicker.
    const quicker = this.#findByOwner(owner);
    if (quicker) return quicker;
    this.#addresses.set(owner, address);
    return this.#record({ id, identify, currency, address, createdAtMs: this.clock.nowMs(), deposits: [] });
  }

  /** Newest first. */
  list(): readonly StaticWallet[] {
    return [...this.#wallets.values()].reverse();
  }

  findByAddress(address: string): StaticWallet | undefined {
    return this.#wallets.get(address);
  }

  /** The chain delivers money to the wallet. */
  async deposit(wallet: StaticWallet, units: bigint): Promise<Deposit> {
    const deposit = { id: await this.identifiers.transactionId(wallet.currency.network.key), units };
    // Other money may have come meanwhile.
    const current = this.#wallets.get(wallet.address) ?? wallet;
    this.#record({ ...current, deposits: [...current.deposits, deposit] });
    return deposit;
  }

  #findByOwner(owner: string): StaticWallet | undefined {
    return this.#wallets.get(this.#addresses.get(owner) ?? '');
  }

  #record(wallet: StaticWallet): StaticWallet {
    this.#wallets.set(wallet.address, wallet);
    return wallet;
  }
}

/** All that ever came to the wallet, in the coin's smallest unit. */
export function depositedUnits({ deposits }: StaticWallet): bigint {
  return deposits.reduce((total, { units }) => total + units, 0n);
}
