import type { ChainControl, TestAccount } from './chain-control.js';
import { openAccount } from './chain-control.js';
import type { JsonFields } from './json.js';
import { fieldsOf, number, textOf } from './json.js';
import type { Answer } from './service.js';
import { isSuccess, PATHS, Service } from './service.js';
import type { Settings } from './settings.js';

/** A small round number, above the transfer cost of any coin. */
export const PRICE_USD = '25.00';
/** The lifetime of every invoice created here: invoices of an aborted run expire by themselves. */
export const LIFETIME_MINUTES = 60;
const IDS_PER_CALL = 100;

/** The service under test, and the records created in it. */
export class TestEnvironment {
  readonly service: Service;
  readonly hand: ChainControl | null;
  /** Every invoice created here, the oldest first. */
  readonly invoiceIds: string[] = [];
  /** Distinguishes this run's customers from those of other runs. */
  readonly customer: string;
  /** Whether the account holds money at the beginning: there is no other way to see a balance entry. */
  hasBalance = false;

  #hasEnded = false;
  #latest: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly settings: Settings,
    private readonly place: TestAccount,
  ) {
    this.service = new Service(place.url, settings.apiKey);
    this.hand = place.hand;
    this.customer = `conformance-${place.nowMs()}`;
  }

  static async open(settings: Settings): Promise<TestEnvironment> {
    return new TestEnvironment(settings, await openAccount(settings));
  }

  nowMs(): number {
    return this.place.nowMs();
  }

  /** @throws {Error} if the run has no chain control: the sentence should have declared that need */
  steer(): ChainControl {
    if (this.hand) return this.hand;
    throw new Error('money and time cannot be moved here');
  }

  /** The body of a creation that has to succeed. */
  invoiceBody(overrides: JsonFields = {}, addFields: JsonFields = {}): JsonFields {
    return {
      shop_id: this.settings.shopId,
      amount: number(PRICE_USD),
      currency: 'USD',
      order_id: 'conformance',
      ...overrides,
      add_fields: { time_to_pay: { hours: 0, minutes: LIFETIME_MINUTES }, ...addFields },
    };
  }

  /** The `result` of a creation. */
  create(overrides: JsonFields = {}, addFields: JsonFields = {}): Promise<JsonFields> {
    return this.createWith(this.invoiceBody(overrides, addFields));
  }

  async createWith(body: JsonFields): Promise<JsonFields> {
    const { body: answer, text, status } = await this.tryCreate(body);
    if (answer['status'] === 'success') return fieldsOf(answer['result']);
    throw new Error(`${PATHS.create} answered ${status} ${text}`);
  }

  /** A creation that may be refused. All of them are created here, so that none is left open at the end. */
  async tryCreate(body: JsonFields): Promise<Answer> {
    if (this.#hasEnded) throw new Error('the run has been ended');
    const call = this.service.call(PATHS.create, body);
    this.#latest = call;
    const answer = await call;
    if (isSuccess(answer)) this.invoiceIds.push(textOf(fieldsOf(answer.body['result']), 'uuid'));
    return answer;
  }

  async createId(overrides: JsonFields = {}, addFields: JsonFields = {}): Promise<string> {
    return textOf(await this.create(overrides, addFields), 'uuid');
  }

  createIn(cryptocurrency: string): Promise<JsonFields> {
    return this.create({}, { cryptocurrency });
  }

  async createIdIn(cryptocurrency: string): Promise<string> {
    return textOf(await this.createIn(cryptocurrency), 'uuid');
  }

  async cancel(uuid: string): Promise<unknown> {
    return this.service.result(PATHS.cancel, { uuid });
  }

  /** Creates no more invoices, and cancels open ones. Resolves to the invoices that could not be canceled. */
  async cancelAll(): Promise<readonly string[]> {
    this.#hasEnded = true;
    await Promise.allSettled([this.#latest]);
    const left: string[] = [];
    for (let from = 0; from < this.invoiceIds.length; from += IDS_PER_CALL) {
      const ids = this.invoiceIds.slice(from, from + IDS_PER_CALL);
      const entries = await this.service.info(...ids);
      for (const entry of entries.filter(({ status }) => status === 'created')) {
        const uuid = textOf(entry, 'uuid');
        await this.cancel(uuid).catch(() => left.push(uuid));
      }
    }
    return left;
  }

  close(): Promise<void> {
    return this.place.close();
  }
}
