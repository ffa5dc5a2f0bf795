/** Each state of each element once, in light. In dark, or in another language, only what looks otherwise there. */
const STATES: Readonly<Record<string, string>> = {
  'checkout': `loading choosing choosing-search choosing-network email creating awaiting awaiting-enlarged
    awaiting-from-exchange awaiting-last-minute awaiting-on-phone partial partial-detected detected paid overpaid late
    underpaid expired canceled problem-opening problem-with-address problem-with-hosted-page problem-with-link help
    step-cancel modal button`,
  'currency-picker': 'closed chosen disabled inline inline-unavailable open open-networks',
  'deposit': 'address requesting failed unusable-address',
  'elements-copy-field': 'amount-and-address copied',
  'elements-countdown': 'side-by-side',
  'elements-payment-panel': 'skeleton',
  'elements-payment-qr': 'controls',
  'elements-receipt': 'recolored',
  'elements-status-badge': 'every-state',
  'panel': 'narrow with-switch',
  'refund': 'form-complete requested declined',
  'wallet-in-the-browser': 'three-wallets connecting confirming sent refused unknown',
  'staff-needs-attention': 'list',
  'staff-payments': 'list details',
  'staff-payouts': 'proposal-with-mistakes',
  'staff-balances': 'list',
  'staff-statistics': 'week',
  'languages': 'arabic japanese',
  'themes': 'paper-dark',
  'all-states': 'custom-slots',
};

/** The stories with a picture in Chromium. The suite compares the layout of the others. */
export const PICTURED: readonly string[] = Object.entries(STATES).flatMap(([group, names]) =>
  names.split(/\s+/).map((name) => `${group}--${name}`),
);

/** With a picture in Firefox and WebKitGTK too: every element is in one of them, and what a payer sees most. */
export const PICTURED_EVERYWHERE: readonly string[] = [
  'checkout--choosing',
  'checkout--awaiting',
  'checkout--paid',
  'checkout--modal',
  'checkout--button',
  'currency-picker--open',
  'deposit--address',
  'elements-status-badge--every-state',
  'languages--arabic',
  'wallet-in-the-browser--three-wallets',
];
