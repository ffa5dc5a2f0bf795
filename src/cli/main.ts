#!/usr/bin/env node
import { run } from './run.js';
import { processTerminal } from './base/terminal.js';

const terminal = processTerminal();
process.exitCode = await run(process.argv.slice(2), terminal);
// After Ctrl-C, exit without waiting for pending work, such as the interval between withdrawals.
if (terminal.signal.aborted) setTimeout(() => process.exit(), 500).unref();
