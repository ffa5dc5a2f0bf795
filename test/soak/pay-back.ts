import { setTimeout as pause } from 'node:timers/promises';
import { Page } from './page.js';
import { askBack } from './refund-requests.js';
import type { RunContext } from './run-context.js';

const PAY_BACK_MS = 20_000;
/** A slow machine gets more time: the laws about refunds say nothing before a few were sent. */
const MAX_PAY_BACK_MS = 150_000;
const MIN_SENT = 4;
/** Two payouts are at least 12 seconds apart. */
const STEP_S = 7;
const STEP_MS = 400;
const PAYERS = 12;

/** After the last payment, more payers ask for their money. The payouts processes are killed still. */
export async function payBack(context: RunContext, leaving: AbortSignal): Promise<void> {
  const { histories, faults, staff, service, time, fleet, random } = context;
  const enough = new AbortController();
  const ending = AbortSignal.any([AbortSignal.timeout(MAX_PAY_BACK_MS), enough.signal, leaving]);
  const own = random.of('pay back');
  const all = [...histories.byOrderId.values()].filter(({ checkoutId }) => checkoutId !== null);
  const askNext = async (): Promise<void> => {
    for (let history = all.pop(); history && !ending.aborted; history = all.pop()) {
      history.isPaying = false;
      const newPage = () => new Page({ histories, history, random: own, url: () => fleet.url(own), ending });
      await newPage().refresh();
      await askBack({ history, histories, random: own, newPage, patienceMs: 0 });
    }
  };
  const kill = async (): Promise<void> => {
    while (!ending.aborted) {
      await pause(own.waitMs(1500), undefined, { signal: ending }).catch(() => undefined);
      await faults.killPayouts(own);
    }
  };
  const move = async (): Promise<void> => {
    while (!ending.aborted) {
      await pause(STEP_MS, undefined, { signal: ending }).catch(() => undefined);
      await time.advance(STEP_S);
    }
  };
  const watch = async (): Promise<void> => {
    await pause(PAY_BACK_MS, undefined, { signal: ending }).catch(() => undefined);
    while (!ending.aborted) {
      // A fault of the service may hit this request as well.
      const sent = await context.withdrawals().catch(() => []);
      if (sent.length >= MIN_SENT) enough.abort();
      else await pause(STEP_MS, undefined, { signal: ending }).catch(() => undefined);
    }
  };
  await Promise.all([watch(), ...Array.from({ length: PAYERS }, askNext), staff.run(ending), kill(), move()]);
  await service.clearFaults();
}
