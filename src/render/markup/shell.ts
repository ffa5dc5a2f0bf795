import { LitElementRenderer, RenderResultIterator } from '@lit-labs/ssr';
import type { LitElement } from 'lit';
import { loadIcons } from '../../adapters/coin-icon.js';
import { screenOf } from '../../checkout/screen.js';
import type { CheckoutSession } from '../../checkout/session.js';
import { readySnapshot } from '../../checkout/state.js';
import { CryptoCheckout } from '../../elements/crypto-checkout/crypto-checkout.js';
import { CryptoCopyField } from '../../elements/crypto-copy-field/crypto-copy-field.js';
import { CryptoCountdown } from '../../elements/crypto-countdown/crypto-countdown.js';
import { CryptoCurrencyPicker } from '../../elements/crypto-currency-picker/crypto-currency-picker.js';
import { defineCheckout } from '../../elements/crypto-checkout/define.js';
import { defineSteps, styles as stepStyles } from '../../elements/crypto-checkout/lazy-steps.js';
import { loadSteps } from '../../elements/crypto-checkout/lazy-steps-controller.js';
import { CryptoPaymentPanel } from '../../elements/crypto-payment-panel/crypto-payment-panel.js';
import { CryptoPaymentQr } from '../../elements/crypto-payment-qr/crypto-payment-qr.js';
import { isPayable } from '../../elements/parts/payable.js';
import { useIcons } from '../../elements/parts/currency-icon.js';
import type { Checkout } from '../../protocol/index.js';
import { tokens } from '../../styles/tokens.js';
import { hashSource, sheetOf } from './styles.js';

/** Without JavaScript, only the form inside the tag works, so the card is hidden, with the room that keeps its size. */
const WITHOUT_SCRIPT = '.room{display:none}';

const ELEMENTS: readonly (typeof LitElement)[] = [
  ...[CryptoCheckout, CryptoCurrencyPicker, CryptoPaymentPanel],
  ...[CryptoPaymentQr, CryptoCopyField, CryptoCountdown],
];

function gatherSheets() {
  // Lit gathers the styles of a class when it is registered.
  defineCheckout();
  defineSteps();
  const byElement = new Map<unknown, string>(
    ELEMENTS.map((element) => {
      // The elements inside the checkout inherit its tokens.
      const isInside = element !== CryptoCheckout;
      return [element, sheetOf(element.elementStyles.filter((style) => !isInside || style !== tokens))];
    }),
  );
  // In the browser, the payment steps add their own styles.
  const ofSteps = sheetOf([stepStyles]);
  const all = [...byElement.values(), ofSteps, WITHOUT_SCRIPT];
  return { byElement, ofSteps, sources: all.map(hashSource).join(' ') };
}

/** Gathered once, since they are the same for all orders. */
let known: ReturnType<typeof gatherSheets> | undefined;
const sheets = () => (known ??= gatherSheets());

/** Returns the sources that a page with a shell adds to its `style-src`. */
export const styleSources = (): string => sheets().sources;

class ShellRenderer extends LitElementRenderer {
  override renderShadow(
    ...[info]: Parameters<LitElementRenderer['renderShadow']>
  ): ReturnType<LitElementRenderer['renderShadow']> {
    // The last part is the template. The parts before it are the style sheets.
    const template = super.renderShadow(info)?.at(-1);
    if (template === undefined) return undefined;
    const { element } = this;
    const { byElement, ofSteps } = sheets();
    const hasSteps = element instanceof CryptoCheckout && element.state !== 'choosing';
    const sheet = byElement.get(element.constructor) ?? '';
    return [`<style>${sheet}</style>`, hasSteps ? `<style>${ofSteps}</style>` : '', template];
  }
}

/**
 * Returns the declarative shadow root of the currency choice, or of an open payment. Returns `null` in other states: they contain
 * times of day, and the server does not know the payer's time zone.
 */
export async function renderShell(
  checkout: Checkout,
  attributes: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  if (!hasShell(checkout)) return null;
  defineCheckout();
  const [icons] = await Promise.all([loadIcons(), loadSteps()]);
  if (icons) useIcons(icons);
  const host = new ShellRenderer('crypto-checkout');
  for (const [name, value] of Object.entries(attributes)) if (value) host.setAttribute(name, value);
  host.setProperty('session', sessionOf(checkout));
  host.connectedCallback();
  const info = {
    elementRenderers: [ShellRenderer],
    customElementInstanceStack: [host],
    customElementHostStack: [host],
    eventTargetStack: [],
    slotStack: [],
    deferHydration: false,
  };
  const shadow = host.renderShadow(info) ?? [];
  const content = withFirstIcons(clean([...new RenderResultIterator(shadow)]));
  return `<template shadowrootmode="open">${content}<noscript><style>${WITHOUT_SCRIPT}</style><slot></slot></noscript></template>`;
}

/** Removes Lit's markers and the indentation of templates. Nothing hydrates the shell: the element renders it again. */
function clean(chunks: readonly unknown[]): string {
  return chunks
    .filter((chunk) => chunk !== ' defer-hydration')
    .join('')
    .replace(/<!--.*?-->/gs, '')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('<template shadowroot="open" ', '<template ');
}

/** More rows than a card shows before the payer scrolls. */
const ROWS_WITH_ICONS = 12;

/** Keeps the icons of the first rows only: all icons would be a third of the bytes. The elements draw the others. */
function withFirstIcons(shell: string): string {
  const rows = shell.split('role="option"');
  return rows
    .map((row, index) =>
      index > ROWS_WITH_ICONS ? row.replace(/<path d="[^"]*" fill=.*?<\/path>/g, '') : row,
    )
    .join('role="option"');
}

function hasShell(checkout: Checkout): boolean {
  const { kind } = screenOf(readySnapshot(checkout), Date.parse(checkout.now), isPayable);
  return !checkout.stale && (kind === 'choosing' || kind === 'awaiting' || kind === 'partial');
}

/** Returns a session with a fixed state, which sends and receives nothing. */
function sessionOf(checkout: Checkout): CheckoutSession {
  const nothing = () => undefined;
  return {
    snapshot: readySnapshot(checkout),
    serverNowMs: () => Date.parse(checkout.now),
    subscribe: () => nothing,
    choose: () => Promise.resolve(),
    change: nothing,
    cancel: () => Promise.resolve(),
    reportTransfer: () => Promise.resolve({ ok: true, transfer: null }),
    solanaTransfer: () => Promise.reject(new Error('A rendered page sends no requests.')),
    requestRefund: () => Promise.reject(new Error('A rendered page sends no requests.')),
    renewOrder: nothing,
    refresh: nothing,
  };
}
