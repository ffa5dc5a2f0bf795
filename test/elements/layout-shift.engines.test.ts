import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { checkoutIn } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { settled } from './checkout-fixture.js';
import { until } from '../until.js';

interface Place {
  readonly element: Element;
  readonly session: ScriptedSession;
  /** Waits for the next frames, and returns the shifts in them. */
  frames(): Promise<void>;
  /** The layout shifts of a browser that counts them, by the screen at that time; and the position of the text below. */
  readonly shifts: readonly string[];
  readonly tops: ReadonlySet<number>;
  readonly close: () => void;
}

/** The styles that the page about embedding has against jumps. */
async function documentedStyles(): Promise<string> {
  const text = await (await fetch('/stories/docs/Embedding.mdx')).text();
  const found = /## Reserve the space[\s\S]*?```css\n([\s\S]*?)```/.exec(text)?.[1];
  if (!found) throw new Error('The page about embedding has no styles against jumps');
  return found;
}

/** A page of its own, in which the script arrives only after everything else was painted. */
async function openLate(width: number): Promise<Place> {
  const frame = document.createElement('iframe');
  Object.assign(frame, { width, height: 900 });
  document.body.prepend(frame);
  const page = frame.contentDocument;
  const view = page?.defaultView;
  if (!page || !view) throw new Error('There is no page');
  const frames = async () => {
    for (let number = 0; number < 3; number += 1) {
      await new Promise((resolve) => view.requestAnimationFrame(resolve));
      tops.add(below.getBoundingClientRect().top);
    }
  };
  const style = page.createElement('style');
  style.textContent = `body { margin: 0 } iframe { border: 0 } ${await documentedStyles()}`;
  page.head.append(style);
  const session = new ScriptedSession({ phase: 'loading' });
  const element = Object.assign(page.createElement('crypto-checkout'), { session, locale: 'en-GB' });
  const below = page.createElement('p');
  below.textContent = 'What the shop writes below';
  page.body.append(element, below);
  const tops = new Set<number>();
  const shifts: string[] = [];
  const observer = new view.PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push(`${session.snapshot.phase} ${JSON.stringify(entry)}`);
  });
  // Not every engine counts shifts; the position of the text below is measured in all of them.
  if (view.PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
    observer.observe({ type: 'layout-shift', buffered: true });
  await frames();
  const script = page.createElement('script');
  Object.assign(script, { type: 'module', src: '/src/define/all.ts' });
  page.head.append(script);
  await view.customElements.whenDefined('crypto-checkout');
  await settled(element);
  await frames();
  const close = () => {
    observer.disconnect();
    frame.remove();
  };
  return { element, session, frames, shifts, tops, close };
}

const STATES = [
  ...([
    'choosing',
    'creating',
    'awaiting',
    'choosing',
    'awaiting',
    'detected',
    'processing',
    'partial',
  ] as const),
  ...(['paid', 'awaiting', 'overpaid', 'awaiting', 'expired', 'awaiting', 'canceled'] as const),
];

describe('nothing shifts', () => {
  before(async () => {
    await setViewport({ width: 800, height: 1000 });
    // A row more than for a first payment.
    localStorage.setItem('crypto-checkout:recent', 'BTC ETH LTC');
  });
  after(async () => {
    localStorage.removeItem('crypto-checkout:recent');
    await setViewport({ width: 800, height: 600 });
  });

  for (const width of [320, 390, 600]) {
    it(`in a page ${width} px wide whose script is late, from the first moment to the last step`, async () => {
      const { element, session, frames, shifts, tops, close } = await openLate(width);
      for (const state of STATES) {
        session.show(ready(checkoutIn(state)));
        await settled(element);
        await frames();
      }
      session.show(ready(checkoutIn('awaiting')));
      for (const changing of [true, false]) {
        session.change(changing);
        await settled(element);
        await frames();
      }
      await until(() => element.shadowRoot?.querySelector('[data-screen=awaiting]') !== null, 'the payment');
      await frames();
      close();
      expect([...tops], 'where the text below stands').to.have.length(1);
      expect(shifts).to.deep.equal([]);
    });
  }
});
