import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../free-port.js';
import { openBrowser } from '../browsers/driver/open-browser.js';
import { startTwoProcesses } from '../payouts/two-processes.js';
import { until } from '../until.js';
import { PAYOUT_SECRET, servedStaff, startDesk, type DeskShell } from './desk-fixture.js';
import { program, type Program } from './program.js';

const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
const WITHDRAW = '/v2/invoice/api/out/create';

interface Booked {
  readonly uuid: string;
  readonly payment: { readonly address: string; readonly amountToPay: string } | null;
}
interface Sent {
  readonly uuid: string;
  readonly toAddress: string;
  readonly amount: string;
}

describe('a refund by two people in two browsers', () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  async function newPage(t: TestContext, url: string): Promise<Page> {
    const context = await browser.newContext({ locale: 'en-GB' });
    t.after(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(url);
    return page;
  }

  /** A payer who has paid too much asks for the rest on the payment page, and two people have their pages open. */
  async function start(t: TestContext) {
    const port = await freePort();
    const base = `http://127.0.0.1:${port}/crypto-checkout`;
    const shell = await servedStaff(t, {
      ...{ PORT: String(port), CRYPTO_CHECKOUT_PAYOUT_SECRET: PAYOUT_SECRET },
      CRYPTO_CHECKOUT_PUBLIC_URL: base,
      CRYPTO_CHECKOUT_ORIGINS: new URL(base).origin,
    });
    const payer = await newPage(t, shell.paymentLink.replace('https://shop.example/crypto-checkout', base));
    await payer
      .getByRole('option', { name: /Tether/ })
      .first()
      .click();
    await payer.getByRole('option', { name: /TRON/ }).first().click();
    await payer.getByRole('button', { name: 'Copy address' }).waitFor();
    const { invoices } = await read<{ invoices: readonly Booked[] }>(shell, 'invoices');
    const [invoice] = invoices;
    assert.ok(invoice?.payment);
    const paid = String(Number(invoice.payment.amountToPay) + 20);
    await shell.control('/payments', { uuid: invoice.uuid, amount: paid });
    await payer.getByRole('button', { name: 'Request a refund' }).click();
    await payer.getByRole('textbox', { name: /Your address on/ }).fill(ADDRESS);
    await payer.getByRole('button', { name: 'Send request' }).click();
    await payer
      .getByText(/has your request/)
      .first()
      .waitFor();
    const [maja, jon] = [await openDesk(t, shell, 'Maja Lind'), await openDesk(t, shell, 'Jon Berg')];
    await maja.getByRole('button', { name: 'Propose payout' }).click();
    await jon.getByRole('tab', { name: 'Payouts' }).click();
    await maja.getByRole('tab', { name: 'Payouts' }).click();
    return { shell, payer, maja, jon };
  }

  async function openDesk(t: TestContext, shell: DeskShell, person: string): Promise<Page> {
    const { origin, secret } = await startDesk(shell, person);
    return newPage(t, `${origin}/#${secret}`);
  }

  async function approve(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Approve and send' }).click();
  }

  it('is proposed in one, approved in the other, and sent: the payer sees the transaction', async (t) => {
    const { shell, payer, maja, jon } = await start(t);
    runPayouts(t, shell);
    await approve(jon);
    for (const page of [maja, jon]) await page.getByText('20 USDT sent').waitFor();
    const [sent, ...more] = await withdrawals(shell);
    assert.deepEqual([sent?.toAddress, sent?.amount, more.length], [ADDRESS, '20', 0]);
    await shell.control('/confirmations', { uuid: sent?.uuid });
    await payer.getByText('Your refund has been sent.').first().waitFor();
    await payer.getByRole('button', { name: 'Copy transaction' }).first().waitFor();
  });

  it('is found and closed by both after one of two processes was killed between request and answer', async (t) => {
    const { shell, payer, maja, jon } = await start(t);
    await shell.control('/faults', { kind: 'delay', ms: 60_000, endpoint: WITHDRAW, times: 1 });
    const { killSender } = await startTwoProcesses(t, shell.sandbox.url, (url) => runPayouts(t, shell, url));
    await approve(jon);
    await until(() => shell.requestCount(WITHDRAW), 'the payout is requested');
    await killSender();
    for (const page of [maja, jon]) await page.getByText('Outcome unknown').first().waitFor();
    for (const page of [maja, jon]) {
      await page.getByRole('button', { name: 'Record the outcome' }).click();
      await page.getByRole('radio', { name: /It was sent: INV-/ }).check();
      await page.getByRole('button', { name: 'Save' }).click();
    }
    for (const page of [maja, jon]) await page.getByText('20 USDT sent').waitFor();
    await payer.getByText('Your refund has been sent.').first().waitFor();
    assert.deepEqual(
      (await withdrawals(shell)).map(({ toAddress, amount }) => [toAddress, amount]),
      [[ADDRESS, '20']],
    );
  });
});

function runPayouts(t: TestContext, { env, folder, sandbox }: DeskShell, url = sandbox.url): Program {
  return program(t, ['payouts', 'run'], {
    ...env,
    CRYPTO_CHECKOUT_SERVICE_URL: url,
    CRYPTO_CHECKOUT_PAYOUT_JOURNAL: join(folder, 'journal.jsonl'),
  });
}

async function read<T>({ sandbox }: DeskShell, path: string): Promise<T> {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`);
  assert.equal(response.status, 200);
  const answer: T = JSON.parse(await response.text());
  return answer;
}

async function withdrawals(shell: DeskShell): Promise<readonly Sent[]> {
  return (await read<{ withdrawals: readonly Sent[] }>(shell, 'withdrawals')).withdrawals;
}
