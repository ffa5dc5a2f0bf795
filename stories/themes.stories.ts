import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html } from 'lit';
import type { SessionSnapshot } from '../src/checkout/session.js';
import '../src/define/all.js';
import { checkout, checkoutIn } from './fixtures.js';
import { ready, ScriptedSession } from './scripted-session.js';

const meta: Meta = { title: 'Themes' };
export default meta;

const SNAPSHOTS: readonly SessionSnapshot[] = [
  ready(checkout),
  ready(checkoutIn('awaiting')),
  ready(checkoutIn('paid')),
  ready(checkoutIn('expired')),
  ready(checkout, { problem: { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' } }),
];

/** A card in each of the main states, side by side, in one of the ready themes. */
function shop(look: string, theme: 'light' | 'dark'): StoryObj {
  return {
    globals: { look, theme },
    // Only this page has five cards of one name.
    parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
    render: () =>
      html`<style>
          .shown {
            max-inline-size: none;
          }
          .row {
            display: flex;
            flex-wrap: wrap;
            gap: 16px;
          }
          .row > crypto-checkout {
            flex: none;
            inline-size: min(420px, 100%);
          }
        </style>
        <div class="row">
          ${SNAPSHOTS.map(
            (snapshot) =>
              html`<crypto-checkout
                locale="en-GB"
                .session=${new ScriptedSession(snapshot)}
              ></crypto-checkout>`,
          )}
        </div>`,
  };
}

export const PaperLight = shop('paper', 'light');
export const PaperDark = shop('paper', 'dark');
export const StudioLight = shop('studio', 'light');
export const StudioDark = shop('studio', 'dark');
export const MarketLight = shop('market', 'light');
export const MarketDark = shop('market', 'dark');
