import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import '../../src/define/crypto-countdown.js';
import { invoice, NOW } from '../fixtures.js';

const meta: Meta = {
  title: 'Elements/Countdown',
  component: 'crypto-countdown',
  tags: ['autodocs'],
  args: { expiresAt: invoice.expiresAt, startsAt: invoice.createdAt, locale: 'en-GB' },
};
export default meta;

const nowAt = (time: string) => () => Date.parse(time);

export const Controls: StoryObj = { args: { now: nowAt(NOW) } };
export const Soon: StoryObj = { args: { now: nowAt('2026-11-21T13:07:08Z') } };
export const LastMinute: StoryObj = { args: { now: nowAt('2026-11-21T13:11:22Z') } };
export const Over: StoryObj = { args: { now: nowAt('2026-11-21T13:12:30Z') } };

export const SideBySide: StoryObj = {
  render: () =>
    html`<p>
      ${[NOW, '2026-11-21T13:07:08Z', '2026-11-21T13:11:22Z'].map(
        (time) =>
          html`<crypto-countdown
              expires-at=${invoice.expiresAt ?? ''}
              starts-at=${invoice.createdAt}
              .now=${nowAt(time)}
            ></crypto-countdown
            >&ensp;`,
      )}
    </p>`,
};
