import { addEnglishMessages } from '../i18n/index.js';
import type { Messages } from '../i18n/index.js';

/** Adds the English messages that an element needs beside those of the card: `new LocalizeController(withMessages(this, badge))`. */
export function withMessages<Host>(host: Host, ...subjects: readonly Partial<Messages>[]): Host {
  for (const messages of subjects) addEnglishMessages(messages);
  return host;
}
