import type { ServiceClient, WithdrawalClient } from '../../src/service/index.js';
import { createServiceClient, createWithdrawalClient } from '../../src/service/node.js';
import { createdText, invoiceText, objectText, walletText, withdrawalText } from './scripted-service.js';

/** Must appear in no error. */
export const KEYS = ['api-k3y"quoted"\\7f', 'withdrawal-k3y-91', 'shop-1d-55'] as const;
const [API_KEY, WITHDRAWAL_KEY, SHOP_ID] = KEYS;

const PERIOD = { start: new Date('2026-11-01'), end: new Date('2026-11-21') };
const WITHDRAWAL = {
  currency: 'USDT_TRC20',
  address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  amount: '12.5',
} as const;

/** A client of each key that always receives this response. */
export interface Clients {
  readonly service: ServiceClient;
  readonly withdrawals: WithdrawalClient;
}

export function answering(answer: () => Response): Clients {
  const connection = { url: 'https://pay.example', fetch: async () => answer(), attempts: 1 };
  return {
    service: createServiceClient({ ...connection, apiKey: API_KEY, shopId: SHOP_ID }),
    withdrawals: createWithdrawalClient({
      ...connection,
      withdrawalKey: WITHDRAWAL_KEY,
      limiter: { take: (_minIntervalMs, send) => send() },
    }),
  };
}

async function drained(list: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

interface Call {
  readonly name: string;
  /** The `result` of a valid response, in JSON. */
  readonly result: string;
  readonly send: (clients: Clients) => Promise<unknown>;
}

const figures = (value: string) =>
  objectText(
    Object.fromEntries(
      ['all', 'created', 'paid', 'overpaid', 'partial', 'canceled'].map((key) => [key, value]),
    ),
  );
const balance = objectText({
  currency: '{"code":"USDT_TRC20","short_code":"USDT","obj_network":{"code":"TRX","id":2,"fullname":"Tron"}}',
  balance_crypto: '12.5',
  balance_usd: '12.5',
  available_balance: '1e-07',
  available_balance_usd: '0',
});

/** "Endpoints": all nine. */
export const CALLS: readonly Call[] = [
  {
    name: 'create invoice',
    result: createdText(),
    send: ({ service }) =>
      service.createInvoice({ amount: '9.5', currency: 'EUR', cryptocurrency: 'BTC', orderId: 'A-1' }),
  },
  {
    name: 'list invoices',
    result: `[${invoiceText()}]`,
    send: (c) => drained(c.service.listInvoices(PERIOD)),
  },
  {
    name: 'invoice information',
    result: `[${invoiceText()},${invoiceText({ uuid: '"INV-ABCD1235"' })}]`,
    send: ({ service }) => service.invoices(['ABCD1234', 'INV-ABCD1235']),
  },
  { name: 'cancel invoice', result: '["ok"]', send: ({ service }) => service.cancelInvoice('ABCD1234') },
  {
    name: 'statistics',
    result: objectText({ count: figures('3'), amount: figures('3.5') }),
    send: ({ service }) => service.statistics(PERIOD),
  },
  { name: 'balances', result: `[${balance}]`, send: ({ service }) => service.balances() },
  {
    name: 'create static wallet',
    result: walletText(),
    send: ({ service }) => service.createStaticWallet({ currency: 'USDT_TRC20', customer: 'customer-5' }),
  },
  {
    name: 'list static wallets',
    result: `{"staticWallets":[${walletText()}]}`,
    send: (c) => drained(c.service.listStaticWallets(PERIOD)),
  },
  {
    name: 'create withdrawal',
    result: withdrawalText(),
    send: ({ withdrawals }) => withdrawals.withdraw(WITHDRAWAL),
  },
];
