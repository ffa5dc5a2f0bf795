import { html } from 'lit';
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { isOutermost } from '../events/outermost.js';
import {
  addEnglishMessages,
  retryFailedLoads,
  directionOf,
  onMessagesChange,
  messagesFor,
} from '../i18n/index.js';
import type { Messages, LoadedMessages } from '../i18n/index.js';
import { pageLocaleOf } from './page-locale.js';

type ResolvedMessages = LoadedMessages & { readonly locale: string };
type Host = HTMLElement & ReactiveControllerHost & { readonly locale: string };

const hosts = new Set<Host>();
const updateHosts = () => hosts.forEach((host) => host.requestUpdate());
const RANK: Readonly<Record<LoadedMessages['state'], number>> = { loading: 0, absent: 1, ready: 2 };
let isObserving = false;

/** Runs once per page, with its first element. */
function observePage(): void {
  if (isObserving) return;
  isObserving = true;
  onMessagesChange(updateHosts);
  addEventListener('online', retryFailedLoads);
  new MutationObserver(updateHosts).observe(document, { attributeFilter: ['lang'], subtree: true });
}

/**
 * The messages for one element; `i18n/index.ts` says how their language is decided. While they load for the first time,
 * the host is `aria-busy`, which hides its text and keeps its size: no other language flashes up, and nothing moves. A language
 * that is shown already stays until the other one has loaded.
 */
export class MessagesController implements ReactiveController {
  #shown: ResolvedMessages | null = null;
  /** Resolved once per update of the host, however many messages it uses. */
  #resolved: ResolvedMessages | null = null;

  /**
   * @param subjects the English messages that the element needs beside those of the card
   * @param prefer maps the page's locale to the one that the payer prefers
   */
  constructor(
    private readonly host: Host,
    subjects: readonly Partial<Messages>[] = [],
    private readonly prefer = (locale: string) => locale,
  ) {
    for (const messages of subjects) addEnglishMessages(messages);
    host.addController(this);
  }

  hostConnected(): void {
    observePage();
    hosts.add(this.host);
    if (isOutermost(this.host)) retryFailedLoads();
  }

  hostDisconnected(): void {
    hosts.delete(this.host);
  }

  hostUpdate(): void {
    this.#resolved = null;
    this.#resolved = this.#resolve();
    // Not remembered: a copy of a busy element, as Turbo restores, is busy from the start.
    if (this.isPending) this.host.setAttribute('aria-busy', 'true');
    else this.host.removeAttribute('aria-busy');
  }

  hostUpdated(): void {
    this.#resolved = null;
  }

  get m(): Messages {
    return this.#resolve().m;
  }

  /** A BCP 47 tag for `Intl`: the whole tag, even if its messages are those of a wider one. */
  get locale(): string {
    return this.#resolve().locale;
  }

  /** The messages are loading, and no others are shown. */
  get isPending(): boolean {
    return this.#resolve().state === 'loading';
  }

  /** Marks `content` with its language, which may differ from the page's (WCAG 3.1.2), unless a parent has. */
  marked(...content: readonly unknown[]): TemplateResult {
    const { lang } = this.m;
    if (!isOutermost(this.host)) return html`${content}`;
    return html`<div class="words" lang=${lang} dir=${directionOf(lang)}>${content}</div>`;
  }

  /** The locale by element, page and browser, without the payer's preference. */
  get pageLocale(): string {
    return pageLocaleOf(this.host, this.host.locale);
  }

  /** Returns the messages for a locale. An element that needs more waits for them as well. */
  protected load(locale: string): LoadedMessages {
    return messagesFor(locale);
  }

  #resolve(): ResolvedMessages {
    if (this.#resolved) return this.#resolved;
    const locale = this.prefer(this.pageLocale);
    const { m, state } = this.load(locale);
    if (!this.#shown || RANK[state] >= RANK[this.#shown.state]) this.#shown = { locale, m, state };
    return this.#shown;
  }
}
