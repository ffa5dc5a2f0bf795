import { expect } from '@open-wc/testing';
import type { SessionProblem } from '../../src/checkout/session.js';
import { checkoutIn } from '../../stories/fixtures.js';
import { ready } from '../../stories/scripted-session.js';
import { openCard, settled, shown, until } from './checkout-fixture.js';

/** What the element says in the console while `work` runs, and until it has said `count` lines. */
async function said(work: () => Promise<unknown>, count = 0): Promise<string> {
  const { warn } = console;
  const lines: string[] = [];
  console.warn = (line: string) => lines.push(line);
  try {
    await work();
    // What to look at comes in a file of its own.
    await until(() => lines.length >= count, 'it is said');
  } finally {
    console.warn = warn;
  }
  return lines.join('\n');
}

const failed = (code: SessionProblem['code'], retryable: boolean) =>
  ({ phase: 'failed', problem: { code, retryable } }) as const;

describe("what a shop's developer reads in the console", () => {
  it('names the endpoint when something else answers there', async () => {
    const text = await said(() => openCard(failed('invalid_response', false)), 1);
    expect(text).to.contain('from "/crypto-checkout" is not from a checkout proxy');
  });

  it('names the origin of the page when the proxy cannot be reached', async () => {
    const text = await said(() => openCard(failed('offline', true)), 1);
    expect(text).to.contain(location.origin).and.to.contain('"origins"');
  });

  it('says that an order is missing', async () => {
    const element = document.createElement('crypto-checkout');
    const text = await said(async () => {
      document.body.append(element);
      await settled(element);
    });
    element.remove();
    expect(text).to.contain('Set "order" to a token');
  });

  it('is nothing as long as all is well', async () => {
    expect(await said(() => openCard(ready(checkoutIn('awaiting'))))).to.equal('');
  });
});

describe('the text of a problem', () => {
  it('offer another try only where there is a button for it', async () => {
    const final = await openCard(failed('invalid_response', false));
    expect(shown(final.element)).to.not.match(/try again/i);
    const passing = await openCard(failed('offline', true));
    expect(shown(passing.element).match(/Try again/g)).to.have.length(2);
  });
});
