import { html, nothing } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { isOutermost } from '../events/outermost.js';

/**
 * A message for the payer from an inner element: the outermost element announces it. Empty text withdraws it.
 * Never leaves the outermost element.
 */
class AnnouncementEvent extends Event {
  constructor(readonly text: string) {
    super('crypto-notice', { bubbles: true, composed: true });
  }
}

/**
 * The polite live region (WCAG 4.1.3) of a standalone element. Inside another element it passes its text up, so that
 * everything is announced once.
 */
export class LiveRegionController implements ReactiveController {
  /** Current message of an inner element; also shown. */
  notice = '';
  #noticeFrom: EventTarget | undefined;
  #text = '';
  /** Whether the text is not rendered yet. */
  #isNew = false;

  /**
   * @param announcesAll whether the same text is announced again, and several texts of one update one after the other: results of
   *   what a person does, instead of a state that is rendered again and again
   */
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly announcesAll = false,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener('crypto-notice', this.#onNotice);
  }

  hostDisconnected(): void {
    this.host.removeEventListener('crypto-notice', this.#onNotice);
    this.notice = '';
  }

  hostUpdated(): void {
    this.#isNew = false;
  }

  /** Announces `text` once; the same text is silent until another was announced, unless all are announced. */
  say(text: string): void {
    if (!isOutermost(this.host)) {
      this.host.dispatchEvent(new AnnouncementEvent(text));
      return;
    }
    const said = this.announcesAll && this.#isNew ? `${this.#text} ${text}` : text;
    if (said !== this.#text) this.#text = said;
    // Screen readers announce what changes.
    else if (this.announcesAll) this.#text = `${said}\u00a0`;
    else return;
    this.#isNew = true;
    this.host.requestUpdate();
  }

  /** Renders the region. Render it from the start: screen readers ignore a region that is inserted with its text. */
  render(lang?: string): TemplateResult | typeof nothing {
    if (!isOutermost(this.host)) return nothing;
    return html`<p class="hidden" role="status" lang=${lang ?? nothing}>${this.#text}</p>`;
  }

  readonly #onNotice = (event: AnnouncementEvent): void => {
    if (!isOutermost(this.host)) return;
    event.stopImmediatePropagation();
    const [from] = event.composedPath();
    // An element withdraws only its own message: another one may have announced something since.
    if (event.text === '' && from !== this.#noticeFrom) return;
    const isStillSaid = this.#text === this.notice;
    this.#noticeFrom = from;
    this.notice = event.text;
    if (event.text !== '' || isStillSaid) this.say(event.text);
    this.host.requestUpdate();
  };
}

declare global {
  interface HTMLElementEventMap {
    /** @internal */
    'crypto-notice': AnnouncementEvent;
  }
}
