import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, render } from 'lit';
import type { TemplateResult } from 'lit';
import * as checkouts from './checkout.stories.js';
import * as refunds from './refund.stories.js';
import * as wallets from './wallet.stories.js';

/** A page of a shop has one checkout: the repeated name is an artifact of this sheet. */
const manyAtOnce = { config: { rules: [{ id: 'landmark-unique', enabled: false }] } };

const meta: Meta = {
  title: 'All states',
  tags: ['autodocs'],
  // Play functions open the states, on the page of all of them too.
  parameters: { a11y: manyAtOnce, docs: { story: { autoplay: true } } },
};
export default meta;

type Play = (context: { readonly canvasElement: HTMLElement }) => unknown;

/** The states with a page of their own, or over the page. */
const APART = /^(default|Walletdefault|Refunddefault|Modal.*|Button.*|.*Enlarged|.*Copied|Step.*|Returning)$/;

const named = [
  ...Object.entries(wallets).map(([name, story]) => [`Wallet${name}`, story] as const),
  ...Object.entries(refunds).map(([name, story]) => [`Refund${name}`, story] as const),
];

const states = [...Object.entries(checkouts), ...named].flatMap(([name, story]) =>
  !APART.test(name) && 'render' in story && story.render
    ? [{ name, render: story.render as () => TemplateResult, play: story.play as Play | undefined }]
    : [],
);

const words = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The states with these names, each on a light and on a dark page. */
function sheet(fits: RegExp): StoryObj {
  const shown = states.filter(({ name }) => fits.test(name));
  return {
    render: () =>
      html`<div class="states">
        ${shown.map(
          ({ name }) =>
            html`<section class="state" aria-label=${words(name)}>
              <h2>${words(name)}</h2>
              <div class="scheme light" data-state=${name}></div>
              <div class="scheme dark" data-state=${name}></div>
            </section>`,
        )}
      </div>`,
    play: async ({ canvasElement }) => {
      const plates = [...canvasElement.querySelectorAll<HTMLElement>('[data-state]')];
      await Promise.all(plates.map(fill));
    },
  };
}

async function fill(plate: HTMLElement): Promise<void> {
  const state = states.find(({ name }) => name === plate.dataset['state']);
  if (!state) return;
  render(state.render(), plate);
  await state.play?.({ canvasElement: plate });
}

export const Choosing = sheet(/^(Loading|Choosing|Email|Creating)/);
export const Sending = sheet(/^(Awaiting|Checking|LongWords|Help)/);
export const Outcomes = sheet(/^(Detected|Processing|Partial|Paid|Overpaid|Late|Expired|Underpaid|Canceled)/);
export const Problems = sheet(/^Problem/);
export const Wallets = sheet(/^Wallet/);
export const Refunds = sheet(/^Refund/);
export const CustomSlots = sheet(/^Slots/);
