import { setTimeout as pause } from 'node:timers/promises';
import { Page } from './page.js';
import { askBack } from './refund-requests.js';
import type { RunContext } from './run-context.js';

const PAY_BACK_MS = 20_000;
/** Two payouts are at least 12 seconds apart. */
const STEP_S = 7;
const STEP_MS = 400;
const PAYERS = 12;

/** After the last payment, more payers ask for their money. The payouts processes are killed still. */
export async function payBack(context: RunContext, leaving: AbortSignal): Promise<void> {
  const { histories, faults, staff, service, time, fleet, random } = context;
  const ending = AbortSignal.any([AbortSignal.timeout(PAY_BACK_MS), leaving]);
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
  await Promise.all([...Array.from({ length: PAYERS }, askNext), staff.run(ending), kill(), move()]);
  await service.clearFaults();
}
