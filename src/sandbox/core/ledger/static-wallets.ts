import { type CurrencyCode, currencyOf } from '../../../payment/index.js';
import type { LedgerContext } from './change.js';
import { type PageRange, type Period, Timeline } from './records.js';
import type { Deposit, StaticWallet, WalletDeposit } from './static-wallet.js';

/** All static wallets and their deposits. */
export class StaticWallets {
  /** Wallets by address. */
  readonly #wallets = new Map<string, StaticWallet>();
  /** Addresses in the order of creation. */
  readonly #timeline = new Timeline();
  /** Addresses by currency and customer. */
  readonly #addresses = new Map<string, string>();
  /** Deposits by the id of their record. */
  readonly #deposits = new Map<string, { readonly address: string; readonly deposit: Deposit }>();

  constructor(private readonly context: LedgerContext) {}

  /** Returns the customer's wallet for a currency. Creates it on the first call. */
  open(identify: string, code: CurrencyCode): StaticWallet {
    const known = this.#wallets.get(this.#addresses.get(`${code} ${identify}`) ?? '');
    if (known) return known;
    const currency = currencyOf(code);
    const id = this.context.identifiers.walletId();
    const address = this.context.identifiers.address(currency.network.key);
    const createdAtMs = this.#timeline.nextMs(this.context.clock.nowMs());
    const wallet = { id, identify, currency, address, createdAtMs, deposits: [] };
    this.context.onChange({ kind: 'wallet', wallet });
    return this.restore(wallet);
  }

  get length(): number {
    return this.#timeline.length;
  }

  /** Returns the wallets created in the period, newest first. */
  newest(period: Period, page: PageRange): readonly StaticWallet[] {
    return this.#timeline.newest(period, page).flatMap((address) => this.findByAddress(address) ?? []);
  }

  findByAddress(address: string): StaticWallet | undefined {
    return this.#wallets.get(address);
  }

  deposit(wallet: StaticWallet, units: bigint): Deposit {
    const id = this.context.identifiers.transactionId(wallet.currency.network.key);
    const recordId = this.context.identifiers.invoiceId();
    const deposit = { id, recordId, units, atMs: this.context.clock.nowMs() };
    this.context.onChange({ kind: 'deposit', wallet, deposit });
    this.restoreDeposit(wallet.address, deposit);
    return deposit;
  }

  /** @param recordId with or without `INV-` */
  findDeposit(recordId: string): WalletDeposit | undefined {
    const found = this.#deposits.get(recordId.startsWith('INV-') ? recordId : `INV-${recordId}`);
    const wallet = this.#wallets.get(found?.address ?? '');
    return found && wallet && { wallet, deposit: found.deposit };
  }

  /** Adds a wallet without notifying `onChange`. */
  restore(wallet: StaticWallet): StaticWallet {
    this.#addresses.set(`${wallet.currency.code} ${wallet.identify}`, wallet.address);
    this.#timeline.add(wallet.address, wallet.createdAtMs);
    this.#wallets.set(wallet.address, wallet);
    return wallet;
  }

  /** Adds a deposit without notifying `onChange`. */
  restoreDeposit(address: string, deposit: Deposit): void {
    const wallet = this.#wallets.get(address);
    if (!wallet) throw new Error(`there is no static wallet with the address ${address}`);
    this.#deposits.set(deposit.recordId, { address, deposit });
    this.context.balances.move(wallet.currency, deposit.units);
    this.#wallets.set(address, { ...wallet, deposits: [...wallet.deposits, deposit] });
  }
}
