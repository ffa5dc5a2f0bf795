import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Journal } from '../../src/payouts/journal.js';
import { PayoutProcess, type PayoutProcessOptions } from '../../src/payouts/payout-process.js';
import { createStoreLimiter } from '../../src/payouts/store-limiter.js';
import type { CurrencyCode } from '../../src/payment/index.js';
import type { Payout, Payouts, RefundLink } from '../../src/protocol/index.js';
import { createPayoutApproval, createPayoutProposal } from '../../src/proxy/server.js';
import type { MerchantOptions } from '../../src/proxy/options/options.js';
import { StoreClock } from '../../src/proxy/store/store-clock.js';
import { openStore } from '../../src/proxy/store/store.js';
import { createServiceClient, createWithdrawalClient } from '../../src/service/node.js';
import type { ServiceClient } from '../../src/service/index.js';
import { MERCHANT_SECRET, signIn, startMerchant, type CalledProxy, type Staff } from '../merchant/staff.js';
import { SECRETS, type TestEnvironment, type TestOptions } from '../proxy/test-environment.js';
import { freshStore } from '../proxy/test-stores.js';
import { temporaryFolder } from '../temporary-folder.js';

export const PAYOUT_SECRET = 'planted-payout-secret-0123456789abcdef-0123456789';
export const WITHDRAWAL_KEY = 'other-key';
export const ADDRESS = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
export const OTHER_ADDRESS = 'TQCtC1euzjA8NSRKEoStpd5xBvUu8Z7En8';

/** What two people of the staff do about payouts. */
export interface PayoutStaff {
  readonly maja: Staff;
  readonly jon: Staff;
  readonly propose: (change?: Partial<Proposal>) => Promise<Payout>;
  readonly approve: (payout: Payout, person?: string) => Promise<Payout>;
  readonly find: (id: string) => Promise<Payout>;
}

export interface PayoutContext extends PayoutStaff {
  readonly environment: TestEnvironment;
  readonly store: Awaited<ReturnType<typeof openStore>>;
  /** Of the store. */
  readonly path: string;
  /** The path of the journal. */
  readonly journal: string;
  /** Creates a payouts process with its own journal and settings. */
  readonly process: (change?: Partial<PayoutProcessOptions>) => Promise<PayoutProcess>;
  /** The withdrawals that the service has. */
  readonly withdrawals: () => Promise<
    readonly { readonly address: string | null; readonly amount: string | null }[]
  >;
}

interface Proposal {
  readonly person: string;
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly address: string;
  readonly refund?: RefundLink;
}

/** A proxy with two people of the staff, an account with money, and payouts processes beside it. */
export async function startPayouts(
  t: TestContext,
  merchant: Omit<MerchantOptions, 'secrets'> = {},
  proxy: TestOptions['proxy'] = {},
): Promise<PayoutContext> {
  const path = await freshStore(t);
  const folder = temporaryFolder(t);
  const environment = await startMerchant(t, {
    proxy: { ...proxy, store: path, merchant: { secrets: [MERCHANT_SECRET], ...merchant } },
  });
  const { sandbox } = environment;
  const { clock } = sandbox;
  const store = await openStore(path);
  t.after(() => store.close());
  const service = createServiceClient({ url: sandbox.url, apiKey: SECRETS.apiKey, shopId: SECRETS.shopId });
  const journal = join(folder, 'journal.jsonl');
  await fund(environment, service);
  const ending = new AbortController();
  t.after(() => ending.abort());
  return {
    ...{ environment, store, journal, path },
    ...payoutStaff(environment),
    async process(change = {}) {
      const { signal } = ending;
      return payoutProcess(
        { store, clock, signal, journal: await Journal.open(journal), ...change },
        sandbox.url,
      );
    },
    async withdrawals() {
      const nowMs = clock.nowMs();
      const period = { start: new Date(nowMs - 86_400_000), end: new Date(nowMs) };
      const found = [];
      for await (const { type, address, amount } of service.listInvoices(period))
        if (type === 'dw') found.push({ address, amount });
      return found;
    },
  };
}

/** Two people of the staff of this proxy. */
export function payoutStaff(environment: CalledProxy): PayoutStaff {
  const [maja, jon] = [signIn(environment), signIn(environment, 'Jon Berg')];
  const options = { secret: PAYOUT_SECRET, clock: environment.sandbox.clock };
  return {
    ...{ maja, jon },
    async propose(change = {}) {
      const wanted: Proposal = {
        ...{ person: 'Maja Lind', currency: 'USDT_TRC20', amount: '12.5', address: ADDRESS },
        ...change,
      };
      const proposal = await createPayoutProposal(wanted, options);
      return signIn(environment, wanted.person).post<Payout>('/payouts', { proposal });
    },
    async approve({ id, digest }, person = 'Jon Berg') {
      const approval = await createPayoutApproval({ person, digest }, options);
      return signIn(environment, person).post<Payout>(`/payouts/${id}/approve`, { approval });
    },
    async find(id) {
      const { payouts } = await maja.get<Payouts>('/payouts?limit=100');
      const payout = payouts.find((one) => one.id === id);
      if (!payout) throw new Error(`there is no payout ${id}`);
      return payout;
    },
  };
}

type OwnParts = Pick<PayoutProcessOptions, 'store' | 'clock' | 'signal' | 'journal'>;

/** A payouts process with the settings of the tests, for the service at this address. */
export function payoutProcess(parts: OwnParts & Partial<PayoutProcessOptions>, url: string): PayoutProcess {
  const { store, clock, signal } = parts;
  return new PayoutProcess({
    ...{ testMode: true, logger: { info: () => undefined, warn: () => undefined, error: () => undefined } },
    rules: { key: new TextEncoder().encode(PAYOUT_SECRET), onePerson: false, limits: null },
    service: createServiceClient({ url, apiKey: SECRETS.apiKey, shopId: SECRETS.shopId }),
    connect: (limiter) => createWithdrawalClient({ url, withdrawalKey: WITHDRAWAL_KEY, limiter }),
    storeClock: new StoreClock(store, clock),
    limiters: [createStoreLimiter(store, clock, signal)],
    ...parts,
  });
}

/** Pays an invoice of another system, so that the account has more than 900 USDT on TRON. */
async function fund({ control }: TestEnvironment, service: ServiceClient): Promise<void> {
  const request = { amount: '1000.00', currency: 'EUR', orderId: 'fund', cryptocurrency: 'USDT_TRC20' };
  const { id: uuid } = await service.createInvoice(request);
  await control('payments', { uuid });
}
