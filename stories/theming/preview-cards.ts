import { html, type TemplateResult } from 'lit';
import '../../src/define/all.js';
import type { Appearance } from '../../src/index.js';
import type { SessionProblem } from '../../src/checkout/session.js';
import { checkout, checkoutIn } from '../fixtures.js';
import { ready, ScriptedSession } from '../scripted-session.js';

const problem: SessionProblem = { code: 'service_unavailable', retryable: true, requestId: '4f1c-92aa' };

const SNAPSHOTS = {
  'Choice': ready(checkout),
  'Payment': ready(checkoutIn('awaiting')),
  'Part of it': ready(checkoutIn('partial')),
  'Detected': ready(checkoutIn('detected')),
  'Paid': ready(checkoutIn('paid')),
  'Problem': ready(checkout, { problem }),
} as const;

export type PreviewName = keyof typeof SNAPSHOTS;

/** Cards in these states. Call it once: each call starts new sessions. */
export function previewCards(
  names: readonly PreviewName[],
  appearance: Appearance | undefined = undefined,
): TemplateResult {
  return html`${names.map(
    (name) =>
      html`<crypto-checkout
        locale="en-GB"
        aria-label=${name}
        .appearance=${appearance}
        .session=${new ScriptedSession(SNAPSHOTS[name])}
      ></crypto-checkout>`,
  )}`;
}
