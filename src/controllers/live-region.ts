import { html, nothing } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { isOutermost } from '../events/outermost.js';
import { AnnouncementEvent } from '../events/announcement-event.js';

/**
 * The one polite live region (WCAG 4.1.3) of an element that stands alone. Inside another element it has none and
 * hands its words up, so that a page hears everything once.
 */
export class LiveRegionController implements ReactiveController {
  /** What a part inside has to tell at present, for the eye as well. */
  notice = '';
  #noticeFrom: EventTarget | undefined;
  #text = '';
  readonly #host: ReactiveControllerHost & HTMLElement;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('crypto-notice', this.#onNotice);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('crypto-notice', this.#onNotice);
    this.notice = '';
  }

  /** Says `text` once; the same text again is silent until something else was said. */
  say(text: string): void {
    if (!isOutermost(this.#host)) {
      this.#host.dispatchEvent(new AnnouncementEvent(text));
    } else if (text !== this.#text) {
      this.#text = text;
      this.#host.requestUpdate();
    }
  }

  /** The region; to be rendered from the first time on, since a region that comes with its words is not heard. */
  render(lang?: string): TemplateResult | typeof nothing {
    if (!isOutermost(this.#host)) return nothing;
    return html`<p class="hidden" role="status" lang=${lang ?? nothing}>${this.#text}</p>`;
  }

  readonly #onNotice = (event: AnnouncementEvent): void => {
    if (!isOutermost(this.#host)) return;
    event.stopImmediatePropagation();
    const [from] = event.composedPath();
    // Who takes words back means his own: another part may have said something since.
    if (event.text === '' && from !== this.#noticeFrom) return;
    const isStillSaid = this.#text === this.notice;
    this.#noticeFrom = from;
    this.notice = event.text;
    if (event.text !== '' || isStillSaid) this.say(event.text);
    this.#host.requestUpdate();
  };
}
