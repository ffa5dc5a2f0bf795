import type { CurrencyCode } from '../../../payment/index.js';
import { currencyOf } from '../../../payment/index.js';
import type { MovableClock } from '../base/clock.js';
import type { OnChange } from './change.js';
import type { Identifiers } from '../chain/identifiers.js';
import type { PageRange, Period } from './period.js';
import type { Balances } from './balances.js';
import type { Deposit, StaticWallet, WalletDeposit } from './static-wallet.js';
import { Timeline } from './timeline.js';

/** Every static wallet, and the money in it. */
export class StaticWallets {
  /** By address. */
  readonly #wallets = new Map<string, StaticWallet>();
  /** Of addresses. */
  readonly #timeline = new Timeline();
  /** By currency and customer. */
  readonly #addresses = new Map<string, string>();
  /** By the id of the record. */
  readonly #deposits = new Map<string, { readonly address: string; readonly deposit: Deposit }>();

  constructor(
    private readonly clock: MovableClock,
    private readonly identifiers: Identifiers,
    private readonly balances: Balances,
    private readonly onChange: OnChange,
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
    const createdAtMs = this.#timeline.nextMs(this.clock.nowMs());
    const wallet = { id, identify, currency, address, createdAtMs, deposits: [] };
    this.onChange({ kind: 'wallet', wallet });
    return this.restore(wallet);
  }

  get length(): number {
    return this.#timeline.length;
  }

  /** Made in the period, newest first. */
  newest(period: Period, page: PageRange): readonly StaticWallet[] {
    return this.#timeline.newest(period, page).flatMap((address) => this.findByAddress(address) ?? []);
  }

  findByAddress(address: string): StaticWallet | undefined {
    return this.#wallets.get(address);
  }

  /** The chain delivers money to the wallet. */
  async deposit(wallet: StaticWallet, units: bigint): Promise<Deposit> {
    const id = await this.identifiers.transactionId(wallet.currency.network.key);
    const recordId = await this.identifiers.invoiceId();
    const deposit = { id, recordId, units, atMs: this.clock.nowMs() };
    this.onChange({ kind: 'deposit', wallet, deposit });
    this.restoreDeposit(wallet.address, deposit);
    return deposit;
  }

  /** By the id of its record, with or without `INV-`. */
  findDeposit(recordId: string): WalletDeposit | undefined {
    const found = this.#deposits.get(recordId.startsWith('INV-') ? recordId : `INV-${recordId}`);
    const wallet = this.#wallets.get(found?.address ?? '');
    return found && wallet && { wallet, deposit: found.deposit };
  }

  /** A wallet that was opened before: it is no news. */
  restore(wallet: StaticWallet): StaticWallet {
    this.#addresses.set(`${wallet.currency.code} ${wallet.identify}`, wallet.address);
    this.#timeline.add(wallet.address, wallet.createdAtMs);
    return this.#record(wallet);
  }

  /** Money that came before: it is no news. */
  restoreDeposit(address: string, deposit: Deposit): void {
    const wallet = this.#wallets.get(address);
    if (!wallet) throw new Error(`there is no static wallet with the address ${address}`);
    this.#deposits.set(deposit.recordId, { address, deposit });
    this.balances.move(wallet.currency, deposit.units);
    this.#record({ ...wallet, deposits: [...wallet.deposits, deposit] });
  }

  #findByOwner(owner: string): StaticWallet | undefined {
    return this.#wallets.get(this.#addresses.get(owner) ?? '');
  }

  #record(wallet: StaticWallet): StaticWallet {
    this.#wallets.set(wallet.address, wallet);
    return wallet;
  }
}
