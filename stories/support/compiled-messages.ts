import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import { MessagesError, writeMessages } from '../../.config/build/messages.js';
import { root } from '../../.config/bootstrap.mjs';

/** Compiles the messages whenever a file of a language changes while the gallery runs. */
export function compiledMessages(): Plugin {
  const locales = join(root, 'src/locales') + sep;
  return {
    name: 'compiled-messages',
    configureServer({ watcher, config: { logger } }) {
      watcher.add(locales);
      watcher.on('all', (_event, path) => {
        if (!path.startsWith(locales) || !path.endsWith('.json')) return;
        try {
          writeMessages(root);
        } catch (error) {
          if (!(error instanceof MessagesError)) throw error;
          logger.error(error.message);
        }
      });
    },
  };
}
