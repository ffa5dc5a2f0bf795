import { messagesFor } from '../i18n/index.js';
import type { Messages } from '../i18n/index.js';

type Host = HTMLElement & { readonly locale: string };

/** The words for one element: by its `locale`, else by the nearest `lang`, else by the browser. */
export class Words {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  get m(): Messages {
    return messagesFor(this.locale);
  }

  /** A BCP 47 tag that `Intl` takes. */
  get locale(): string {
    return [this.#host.locale, nearestLang(this.#host), navigator.language].find(isLocale) ?? 'en';
  }
}

function isLocale(tag: string): boolean {
  try {
    return tag !== '' && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** `lang` of the nearest ancestor that has one, through shadow roots. */
function nearestLang(element: Element): string {
  const holder = element.closest('[lang]');
  if (holder) return holder.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLang(root.host) : '';
}
