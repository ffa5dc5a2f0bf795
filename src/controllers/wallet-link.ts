import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Time that a wallet has to open. */
const OPENING_MS = 1500;

/**
 * Detects that a wallet link opened nothing. A browser does not report a scheme that nothing handles, so the page waits: an
 * app that opens hides it or takes its focus.
 */
export class WalletLinkController implements ReactiveController {
  /** No wallet opened after the last press. */
  hasFailed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly onChange: (hasFailed: boolean) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.reset();
  }

  /** Observes the page after a press of this link. A page always opens; a payment URI may not. */
  readonly observe = (href: string): void => {
    this.reset();
    if (href.startsWith('https:')) return;
    this.#timer = setTimeout(() => this.#show(true), OPENING_MS);
    document.addEventListener('visibilitychange', this.#onLeave);
    window.addEventListener('blur', this.#onLeave);
  };

  reset(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    document.removeEventListener('visibilitychange', this.#onLeave);
    window.removeEventListener('blur', this.#onLeave);
    if (this.hasFailed) this.#show(false);
  }

  readonly #onLeave = (): void => this.reset();

  #show(hasFailed: boolean): void {
    this.hasFailed = hasFailed;
    this.host.requestUpdate();
    this.onChange(hasFailed);
  }
}
