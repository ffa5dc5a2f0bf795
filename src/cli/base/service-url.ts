import { OptionError, validateUrl } from '../../service/options.js';
import type { Terminal } from './terminal.js';
import { escapeControlCharacters } from './output.js';

const NAME = 'CRYPTO_CHECKOUT_SERVICE_URL';

/**
 * Returns the normalized base URL of the service.
 * @throws {OptionError} that names the variable, its value and the remedy
 */
export function validateServiceUrl(text: string): string {
  if (!/^https?:\/\//i.test(text)) {
    throw new OptionError(
      `${NAME} is "${shown(text)}", without https://`,
      'Use the full URL, such as https://pay.example, or http://localhost:4010 for a service on this machine',
    );
  }
  try {
    return validateUrl(text);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const subject = error.problem === 'url is not a URL' ? `${NAME} "${shown(text)}"` : NAME;
    throw new OptionError(error.problem.replace(/^url/, subject), error.remedy);
  }
}

/** Returns the configured service URL for messages, or `null`. */
export function shownServiceUrl(env: Terminal['env']): string | null {
  const text = env[NAME];
  return text ? shown(text) : null;
}

/** Removes the parts before an @ and after a ?, which may hold secrets. */
function shown(text: string): string {
  const [place = ''] = text.split(/[?#]/);
  return escapeControlCharacters(place.replace(/(^|:\/\/).*@/s, '$1').slice(0, 200));
}
