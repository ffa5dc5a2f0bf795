#!/usr/bin/env node
import { run } from './run.js';
import { processTerminal } from './base/terminal.js';

const terminal = processTerminal();
process.exitCode = await run(process.argv.slice(2), terminal);
// After Ctrl-C nothing is waited for that still holds the process, such as the turn of a withdrawal.
if (terminal.signal.aborted) setTimeout(() => process.exit(), 500).unref();
