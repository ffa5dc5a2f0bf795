import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningExample } from './running-example.js';

/** The places where a payer can buy, and the way to send money. */
export type Shop = Pick<RunningExample, 'shopUrl' | 'control'>;

let lastCopy: Promise<unknown> = Promise.resolve();

/** A person with a browser and a wallet: knows only what is on the screen and in the clipboard. */
export class Payer {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly example: Shop,
    readonly refused: readonly string[],
  ) {}

  static async arrive(browser: Browser, example: Shop): Promise<Payer> {
    const context = await browser.newContext({ locale: 'en-GB' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: example.shopUrl });
    const refused = await refusals(context);
    return new Payer(context, await context.newPage(), example, refused);
  }

  async buy(product: string): Promise<void> {
    await this.page.goto(this.example.shopUrl);
    await this.page.getByRole('button', { name: `Buy ${product}` }).click();
    await this.sees('How would you like to pay?');
  }

  /** Coin, then network; a coin with one network needs no second step. */
  async choose(coin: RegExp, network: RegExp | null): Promise<void> {
    await this.page.getByRole('option', { name: coin }).first().click();
    if (network) await this.page.getByRole('option', { name: network }).first().click();
    await this.page.getByRole('button', { name: 'Copy address' }).waitFor();
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor({ timeout: 60_000 });
  }

  /** The text of the copy buttons: a payer sends exactly this. */
  copies(what: 'amount' | 'address'): Promise<string> {
    // The payers of one browser share its clipboard.
    const copy = lastCopy.then(() => this.#copies(what));
    lastCopy = copy.catch(() => undefined);
    return copy;
  }

  async #copies(what: 'amount' | 'address'): Promise<string> {
    // The clipboard belongs to the page in front.
    await this.page.bringToFront();
    // By position, amount before address: for some seconds after a press both buttons are called "Copied".
    const field = this.page.locator('crypto-copy-field').nth(what === 'amount' ? 0 : 1);
    await field.getByRole('button').click();
    await field.locator('[data-copied]').waitFor();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Sends money to the copied address. Default: the copied amount. */
  async sends(amount?: string): Promise<void> {
    await this.example.control('payments', {
      address: await this.copies('address'),
      amount: amount ?? (await this.copies('amount')),
    });
  }

  /** Fails if a page violated its Content-Security-Policy or Trusted Types. */
  async closes(): Promise<void> {
    await this.context.close();
    assert.deepEqual(this.refused, []);
  }

  /** The order's number, from the URL of the page. */
  orderId(): string {
    const id = /\/orders\/([^/?#]+)/.exec(this.page.url())?.[1];
    assert.ok(id, `no order in ${this.page.url()}`);
    return id;
  }
}

/** Everything that the policies of the pages refuse from now on, in every frame and tab. */
async function refusals(context: BrowserContext): Promise<readonly string[]> {
  const refused: string[] = [];
  await context.exposeBinding('tellRefusal', (_source, refusal: string) => void refused.push(refusal));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report: unknown = Reflect.get(window, 'tellRefusal');
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return refused;
}

export interface ShopStatus {
  readonly fulfilled: boolean;
  readonly events: readonly { readonly id: string; readonly type: string }[];
}

/** The state of an order on the shop's server. */
export async function askShop(
  example: Pick<RunningExample, 'shopUrl'>,
  orderId: string,
): Promise<ShopStatus> {
  const answer = await fetch(`${example.shopUrl}/orders/${orderId}/status`);
  assert.equal(answer.status, 200);
  return (await answer.json()) as ShopStatus;
}
