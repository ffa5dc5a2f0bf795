import type { RequestLimiter } from '../../src/service/node.js';
import { createFileLimiter, createWithdrawalClient } from '../../src/service/node.js';

/** Withdraws in a separate process. Arguments: `url folder intervalMs times`; the interval replaces the 12 s. */
const [url = '', folder = '', intervalMs = '', times = ''] = process.argv.slice(2);
const withdrawalKey = 'withdrawal-k3y-that-must-stay-here';
const kept = createFileLimiter({ url, withdrawalKey, folder });
const limiter: RequestLimiter = { take: (_, send) => kept.take(Number.parseInt(intervalMs, 10), send) };
const client = createWithdrawalClient({ url, withdrawalKey, limiter });

process.stdout.write('ready\n');
process.stdin.once('data', () => {
  const request = { currency: 'BTC', address: 'bc1qaddress', amount: '0.5' } as const;
  const sent = Array.from({ length: Number.parseInt(times, 10) }, () => client.withdraw(request));
  void Promise.allSettled(sent).then(() => process.exit());
});
