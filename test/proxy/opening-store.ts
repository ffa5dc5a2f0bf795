// Run by tests as a process of its own: opens the store of each path that a line of stdin names, and reports the result.
import { createInterface } from 'node:readline';
import { openStore } from '../../src/proxy/store/store.js';

process.stdout.write('ready\n');
for await (const path of createInterface({ input: process.stdin })) {
  try {
    await (await openStore(path)).close();
    process.stdout.write('open\n');
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error('no error');
    process.stdout.write(`${message} (${cause instanceof Error ? cause.message : ''})\n`);
  }
}
