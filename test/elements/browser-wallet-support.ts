import { fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { SolanaTransferResult, TransferReportResult } from '../../src/checkout/session.js';
import '../../src/define/all.js';
import type { CryptoCheckout } from '../../src/elements/crypto-checkout/crypto-checkout.js';
import type { Checkout, SolanaTransfer, TransferRequest, WalletTransfer } from '../../src/protocol/index.js';
import { NOW } from '../../stories/fixtures.js';
import { ready, ScriptedSession } from '../../stories/scripted-session.js';
import { all, settled, shown, words } from './checkout-fixture.js';
import { until } from '../until.js';

/** The proxy of one checkout. All its pages get each change. */
export class FakeProxy {
  readonly sessions: ProxySession[] = [];
  readonly reports: string[] = [];
  solana: SolanaTransfer | null = null;
  /** Of each transfer that a page asks for. */
  endsAt: string | null = null;

  constructor(public checkout: Checkout) {}

  report({ state, transfer: id, wallet = null, transaction = null }: TransferRequest): TransferReportResult {
    const open = this.checkout.transfer;
    if (state === 'asked' && (open?.id ?? null) !== id)
      return { ok: false, problem: { code: 'transfer_conflict', retryable: false }, retryAfterMs: 0 };
    this.reports.push(state);
    if (state === 'asked') {
      const asked: WalletTransfer = {
        ...{ id: (open?.id ?? 0) + 1, state, wallet, transaction: null, askedAt: NOW, endsAt: this.endsAt },
      };
      this.update({ transfer: asked });
    } else if (open?.id === id) {
      this.update({ transfer: state === 'refused' ? null : { ...open, state, transaction } });
    }
    return { ok: true, transfer: this.checkout.transfer };
  }

  update(changes: Partial<Checkout>): void {
    this.checkout = { ...this.checkout, ...changes, version: this.checkout.version + 1 };
    for (const session of this.sessions) session.show(ready(this.checkout));
  }
}

/** A page's session with the proxy, in this page or on another device. */
class ProxySession extends ScriptedSession {
  constructor(readonly proxy: FakeProxy) {
    super(ready(proxy.checkout));
    proxy.sessions.push(this);
  }

  override reportTransfer(request: TransferRequest): Promise<TransferReportResult> {
    return Promise.resolve(this.proxy.report(request));
  }

  override async solanaTransfer(): Promise<SolanaTransferResult> {
    const { solana } = this.proxy;
    if (solana) return { ok: true, transfer: solana };
    return { ok: false, problem: { code: 'not_found', retryable: false }, retryAfterMs: 0 };
  }
}

/** Its name for a screen reader, which leaves pictures out. */
function nameOf(element: HTMLElement): string {
  const hidden = [...element.querySelectorAll<HTMLElement>('[aria-hidden=true]')].map(
    (one) => one.innerText ?? '',
  );
  const text = words(element.innerText);
  return element.getAttribute('aria-label') ?? words(text.replace(words(hidden.join(' ')), ''));
}

/** The focused element, through the shadow trees. */
function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}

/** A page in which a payer has opened the checkout. */
export class PayerPage {
  private constructor(
    readonly element: CryptoCheckout,
    readonly session: ProxySession,
  ) {}

  static async open(proxy: FakeProxy, nowMs = Date.parse(NOW)): Promise<PayerPage> {
    const session = new ProxySession(proxy);
    session.nowMs = nowMs;
    const element = Object.assign(document.createElement('crypto-checkout'), { session });
    element.setAttribute('locale', 'en-GB');
    await fixture(html`<div style="inline-size: 420px">${element}</div>`);
    await settled(element);
    return new PayerPage(element, session);
  }

  get text(): string {
    return shown(this.element);
  }

  /** Can the payer scan the code and copy the address? */
  get hasAddress(): boolean {
    return all(this.element, 'crypto-payment-qr').length === 1;
  }

  async sees(text: string): Promise<void> {
    await until(() => this.text.includes(text), `the payer sees "${text}" instead of: ${this.text}`);
  }

  async press(name: string): Promise<void> {
    const found = all(this.element, 'button, a[href]').find((one) => nameOf(one) === name);
    if (!found) throw new Error(`There is no control named "${name}": ${this.text}`);
    found.click();
    await settled(this.element);
  }

  /** With the Tab key, from where the focus is, and Enter. */
  async pressByKeyboard(name: string): Promise<void> {
    const passed: string[] = [];
    while (passed.length < 20) {
      await sendKeys({ press: 'Tab' });
      const focused = focusedElement();
      if (focused && nameOf(focused) === name) {
        await sendKeys({ press: 'Enter' });
        await settled(this.element);
        return;
      }
      passed.push(focused ? nameOf(focused) : '');
    }
    throw new Error(`The Tab key does not lead to "${name}", only to: ${passed.join(' | ')}`);
  }

  async after(ms: number): Promise<void> {
    this.session.nowMs = (this.session.nowMs ?? 0) + ms;
    this.session.show({ ...this.session.snapshot });
    await settled(this.element);
  }
}
