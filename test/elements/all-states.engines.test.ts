import { expect, fixture } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import * as allStates from '../../stories/all-states.stories.js';
import * as checkoutStories from '../../stories/checkout.stories.js';
import * as refundStories from '../../stories/refund.stories.js';
import * as walletStories from '../../stories/wallet.stories.js';

/** A page or dialog of its own, an action, or a control of a state that a sheet already has. */
const WITHOUT_SHEET =
  /^(default|Walletdefault|Refunddefault|Modal.*|Button.*|.*Enlarged|.*Copied|Step.*|Returning)$/;

async function statesOf(render: () => TemplateResult): Promise<readonly (string | undefined)[]> {
  const sheet = await fixture(render());
  return [...sheet.querySelectorAll<HTMLElement>('.light')].map((plate) => plate.dataset['state']);
}

it('a designer finds every state of a checkout in one of the sheets', async () => {
  const { default: _, ...sheets } = allStates;
  const found: (string | undefined)[] = [];
  for (const { render } of Object.values(sheets))
    found.push(...(await statesOf(render as () => TemplateResult)));
  const ofWallets = Object.keys(walletStories).map((name) => `Wallet${name}`);
  const ofRefunds = Object.keys(refundStories).map((name) => `Refund${name}`);
  const states = [...Object.keys(checkoutStories), ...ofWallets, ...ofRefunds].filter(
    (name) => !WITHOUT_SHEET.test(name),
  );
  expect(found).to.have.members(states);
});
