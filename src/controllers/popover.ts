import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Keeps an open popover beside its button. Until the library for it has come, the browser centres the popover. */
export class Popover implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** A rule of our own instead of a style attribute, which a strict Content-Security-Policy refuses in markup. */
  readonly #sheet = new CSSStyleSheet();
  #following = 0;
  #stop: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  async open(anchor: Element, popover: HTMLElement): Promise<void> {
    this.close();
    const following = this.#following;
    const sheets = this.#host.shadowRoot?.adoptedStyleSheets;
    if (sheets && !sheets.includes(this.#sheet)) sheets.push(this.#sheet);
    const { follow } = await import('../adapters/popover.js');
    if (following !== this.#following) return;
    this.#stop = follow(anchor, popover, (x, y) => {
      this.#sheet.replaceSync(`[popover]{inset:${y}px auto auto ${x}px;margin:0}`);
    });
  }

  close(): void {
    this.#following += 1;
    this.#stop?.();
    this.#stop = undefined;
  }
}
