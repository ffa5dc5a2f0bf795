import { messagesFor } from '../../i18n/index.js';
import { resumeLink } from '../parts/safe-link.js';

/** The link inside a button, for browsers without JavaScript. */
export interface PlainLink {
  readonly href: string;
  /** For a button without text of its own. */
  readonly text: string;
}

/**
 * Returns the link that a framework puts around the text of the button; `null` if it leads nowhere. The same on the server and in
 * the browser, which continues what the server has rendered.
 */
export function plainLinkOf({ href, disabled, locale }: Readonly<Record<string, unknown>>): PlainLink | null {
  const link = disabled !== true && typeof href === 'string' ? resumeLink(href) : null;
  return link === null ? null : { href: link, text: textIn(locale) };
}

/** English, unless an earlier rendering has loaded the language. */
function textIn(locale: unknown): string {
  try {
    return messagesFor(typeof locale === 'string' && locale ? locale : 'en').m.card;
  } catch {
    return messagesFor('en').m.card;
  }
}
