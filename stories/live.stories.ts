import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { action } from 'storybook/actions';
import { ELEMENTS } from './support/manifest.js';
import { LiveControls } from './live/live-controls.js';
import { find, reads } from './interactions.js';

const { events = [] } = ELEMENTS.find(({ tagName }) => tagName === 'crypto-checkout') ?? {};

/** The checkout, which reports its events to the Actions panel. */
function liveControls(): HTMLElement {
  const desk = document.createElement('live-controls');
  for (const { name } of events)
    desk.addEventListener(name, (event) => action(name)('detail' in event ? event.detail : event));
  return desk;
}

const meta: Meta = { title: 'Live', render: liveControls };
export default meta;

if (!customElements.get('live-controls')) customElements.define('live-controls', LiveControls);

type Play = NonNullable<StoryObj['play']>;

/** The payer chooses a coin. Then each of these controls is pressed, and its text appears. */
function after(...steps: readonly (readonly [label: string, words: string])[]): Play {
  return async ({ canvasElement }) => {
    const desk = canvasElement.querySelector('live-controls');
    if (!desk) throw new Error('There is no desk in this story');
    (await find(desk, '[role=option]', 'Bitcoin')).click();
    await reads(desk, 'received: awaiting');
    for (const [label, words] of steps) {
      (await find(desk, 'fieldset button', label)).click();
      await reads(desk, words);
    }
  };
}

/** An interactive checkout: choose a coin, and pay. */
export const Open: StoryObj = {};
export const Pays: StoryObj = {
  play: after(['Pay, and do not confirm', 'Payment detected'], ['Confirm', 'Paid. Thank you.']),
};
export const PaysHalf: StoryObj = { play: after(['Pay half', 'awaiting → partial']) };
export const PaysTooMuch: StoryObj = { play: after(['Pay too much', 'Overpaid by']) };
export const PaysLate: StoryObj = { play: after(['Pay late', 'late']) };
