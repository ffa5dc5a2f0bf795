// @ts-check
// Compiles the messages. `npm ci` runs it, so that a test can run by itself.
import { ensureMessages } from './bootstrap.mjs';

await ensureMessages();
