import type { Page } from 'playwright-core';

// From a press to the next frame (Event Timing, W3C), in every step, on a processor that is six times as slow.
const SLOWDOWN = 6;

/** The whole card is visible: a change outside of the window alone produces no frame. */
export const PHONE = { viewport: { width: 412, height: 915 } };

/** The duration of a press; after an immediate release the browser would not show it. */
const HELD_MS = 80;

interface Action {
  readonly name: string;
  readonly state?: string;
  readonly at: string;
  readonly text?: string;
}

/** Calls a function of the module of the page. */
export type Call = (page: Page, name: string, ...args: readonly unknown[]) => Promise<unknown>;

export interface Latency {
  readonly name: string;
  readonly ms: number;
}

/** The payer's actions, by the state in which they are done; a text is typed after the press. */
const ACTIONS: readonly Action[] = [
  { name: 'search for a coin', state: 'choosing', at: 'input[type=search], [role=combobox]', text: 'u' },
  { name: 'choose a coin', state: 'choosing', at: '#row-0' },
  { name: 'choose a network', at: '#row-0' },
  { name: 'copy the amount', state: 'awaiting', at: '.sum .copy' },
  { name: 'copy the address', at: '.where .copy' },
  { name: 'show the code large', at: '.enlarge' },
  { name: 'show it small again', at: '.shrink' },
  { name: 'show the wallets', at: '[part=open-wallet]' },
  { name: 'hide the wallets', at: '[part=open-wallet]' },
  { name: 'send from an exchange', at: '#exchange' },
  { name: 'type its fee', at: '#fee', text: '1' },
  { name: 'go back from that', at: '#exchange' },
  { name: 'read the help', at: '[part~=help]' },
  { name: 'leave the help', at: '[part~=help]' },
  { name: 'think of canceling', at: '[part~=cancel]' },
  { name: 'go on instead', at: '[part~=cancel] >> nth=1' },
  { name: 'change the coin', at: '[part~=change]' },
  { name: 'go back to the payment', at: '[part~=back]' },
  { name: 'read the help, once detected', state: 'detected', at: '[part~=help]' },
  { name: 'read the help, once paid', state: 'paid', at: '[part~=help]' },
];

/** Milliseconds of the slowest press, by name; presses below 16 ms are not reported. */
export async function interactionLatencies(page: Page, call: Call): Promise<readonly Latency[]> {
  const cdp = await page.context().newCDPSession(page);
  await call(page, 'watchPresses');
  const found: Latency[] = [];
  for (const { name, state, at, text } of ACTIONS) {
    if (state) await call(page, 'show', state);
    const place = page.locator(at).first();
    await place.waitFor();
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await place.click({ delay: HELD_MS });
    const pressMs = Number(await call(page, 'slowestPress'));
    if (text) await place.pressSequentially(text, { delay: HELD_MS });
    const typeMs = text ? Number(await call(page, 'slowestPress')) : 0;
    found.push({ name, ms: Math.max(pressMs, typeMs) });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  return found.toSorted((a, b) => b.ms - a.ms);
}
