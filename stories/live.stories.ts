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

/** The payer chooses a coin; then these controls are pressed, and these texts appear. */
function after(words: string, ...labels: readonly string[]): Play {
  return async ({ canvasElement }) => {
    const desk = canvasElement.querySelector('live-controls');
    if (!desk) throw new Error('There is no desk in this story');
    (await find(desk, '[role=option]', 'Bitcoin')).click();
    await reads(desk, 'heard of: awaiting');
    for (const label of labels) (await find(desk, 'fieldset button', label)).click();
    await reads(desk, words);
  };
}

/** An interactive checkout: choose a coin, and send money. */
export const Open: StoryObj = {};
export const Pays: StoryObj = { play: after('Paid. Thank you.', 'What is due') };
export const PaysHalf: StoryObj = { play: after('awaiting → partial', 'Half') };
export const PaysTooMuch: StoryObj = { play: after('Overpaid by', 'Too much') };
export const PaysLate: StoryObj = { play: after('late', 'Money comes late') };
