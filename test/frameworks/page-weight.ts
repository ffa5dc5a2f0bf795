import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { pageText } from '../package/docs-text.js';

/** Checks for developers load beside the coins on this machine, sooner or later, and so does their text. */
const TOLERANCE_KB = 4;

/**
 * Compresses and counts the scripts that a page runs from now on, not those that it fetches ahead.
 *
 * @returns their sum so far, in kB
 */
export function weigh(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    // A redirect has no body.
    if (response.request().resourceType() === 'script' && response.ok()) scripts.push(response);
  });
  return async () => {
    const bodies = await Promise.all(scripts.map((response) => response.body()));
    return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  };
}

/** Fails if the table of the documentation says something else of this framework. */
export function assertDocumented(framework: string, kB: number): void {
  const [, documented] = new RegExp(`^\\| ${framework} +\\| +\\d+ \\| +(\\d+) \\|$`, 'm').exec(
    pageText('Frameworks.mdx'),
  ) ?? [framework];
  assert.ok(
    Math.abs(Number(documented) - kB) <= TOLERANCE_KB,
    `${framework} loads ${kB.toFixed(1)} kB, and Frameworks.mdx says ${documented}. Write ${Math.round(kB)}.`,
  );
}
