import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import '../../src/define/crypto-countdown.js';
import type { CryptoCountdown } from '../../src/elements/crypto-countdown/crypto-countdown.js';
import { clockText, timeLeft } from '../../src/elements/crypto-countdown/time-left.js';
import { one } from './checkout-fixture.js';
import { until } from '../until.js';

const START = '2026-11-21T12:42:00Z';
const END = '2026-11-21T13:12:00Z';

/** A server whose time is set by hand: hours away from the device's. */
function serverAt(time: string): { now: () => number; set: (time: string) => void } {
  let nowMs = Date.parse(time);
  return {
    now: () => nowMs,
    set: (next) => {
      nowMs = Date.parse(next);
    },
  };
}

function open(now: () => number | null): Promise<CryptoCountdown> {
  return fixture<CryptoCountdown>(
    html`<crypto-countdown expires-at=${END} starts-at=${START} .now=${now}></crypto-countdown>`,
  );
}

const digits = (element: Element) => one(element, '.time').textContent;

describe('crypto-countdown', () => {
  it("counts by the server's clock, not by the device's", async () => {
    const server = serverAt('2026-11-21T12:48:19Z');
    const deviceNow = Date.now;
    after(() => (Date.now = deviceNow));
    Date.now = () => server.now() + 7 * 3_600_000;
    const element = await open(server.now);
    expect(digits(element)).to.equal('23:41');
    server.set('2026-11-21T13:07:08Z');
    await until(() => digits(element) === '4:52', 'the next second');
    expect(one(element, '.countdown').dataset['phase']).to.equal('soon');
  });

  it('stays at zero and never says that the payment is over', async () => {
    const element = await open(serverAt('2026-11-21T14:00:00Z').now);
    expect(digits(element)).to.equal('0:00');
    expect(element.shadowRoot?.textContent?.trim()).to.equal('0:00');
  });

  it('shows nothing while the time of the server is unknown', async () => {
    const element = await open(() => null);
    expect(element.shadowRoot?.querySelector('.time')).to.equal(null);
  });

  it('is a timer with a name that is not announced every second', async () => {
    const element = await open(serverAt('2026-11-21T12:48:19Z').now);
    const timer = one(element, '[role=timer]');
    expect(timer.getAttribute('aria-label')).to.equal('Time left');
    expect(timer.hasAttribute('aria-live')).to.equal(false);
    await expect(element).to.be.accessible();
  });

  it('shares one timer with all others, and leaves none when they are gone or the page is hidden', async () => {
    const timers = watchTimers();
    try {
      const now = serverAt('2026-11-21T12:48:19Z').now;
      const elements = [await open(now), await open(now), await open(now)];
      expect(timers.running()).to.equal(1);
      hidePage(true);
      expect(timers.running()).to.equal(0);
      hidePage(false);
      expect(timers.running()).to.equal(1);
      for (const element of elements) element.remove();
      expect(timers.running()).to.equal(0);
    } finally {
      timers.restore();
    }
  });

  it('continues when it is inserted again', async () => {
    const server = serverAt('2026-11-21T12:48:19Z');
    const element = await open(server.now);
    const parent = element.parentElement;
    element.remove();
    server.set('2026-11-21T12:48:20Z');
    parent?.append(element);
    await element.updateComplete;
    expect(digits(element)).to.equal('23:40');
    server.set('2026-11-21T12:48:21Z');
    await until(() => digits(element) === '23:39', 'the next second');
  });

  it('writes hours only if there are some', () => {
    expect(clockText(0)).to.equal('0:00');
    expect(clockText(59)).to.equal('0:59');
    expect(clockText(1421)).to.equal('23:41');
    expect(clockText(3600)).to.equal('1:00:00');
    expect(clockText(90_061)).to.equal('25:01:01');
  });

  it('becomes more urgent in the last fifth and in the last minute', () => {
    const phaseAt = (time: string) => timeLeft(END, START, Date.parse(time))?.phase;
    expect(phaseAt('2026-11-21T13:05:59Z')).to.equal('calm');
    expect(phaseAt('2026-11-21T13:06:00Z')).to.equal('soon');
    expect(phaseAt('2026-11-21T13:11:00Z')).to.equal('last');
    const shortly = timeLeft(
      '2026-11-21T12:05:00Z',
      '2026-11-21T12:00:00Z',
      Date.parse('2026-11-21T12:03:00Z'),
    );
    expect(shortly?.phase, 'two minutes of a short time').to.equal('soon');
    expect(timeLeft('soon', START, 0)).to.equal(null);
  });
});

function watchTimers(): { running: () => number; restore: () => void } {
  const running = new Set<unknown>();
  const { setInterval: set, clearInterval: clear } = window;
  const patched = { setInterval: (...args: Parameters<typeof set>) => added(set(...args)) };
  const added = <T>(id: T): T => {
    running.add(id);
    return id;
  };
  Object.assign(window, patched, {
    clearInterval: (id: number) => {
      running.delete(id);
      clear(id);
    },
  });
  return {
    running: () => running.size,
    restore: () => Object.assign(window, { setInterval: set, clearInterval: clear }),
  };
}

function hidePage(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'hidden');
  if (!hidden) return;
  expect(document.hidden).to.equal(false);
}
