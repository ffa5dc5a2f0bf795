// Commands of the elements' tests beyond the test runner's own. Both speak to Chromium's debugger.

import type { TestRunnerPlugin } from '@web/test-runner';
import type { ChromeLauncher } from '@web/test-runner-chrome';
import type { CDPSession, Page } from 'puppeteer-core';

const pageOf = ({ browser, id }: { readonly browser: object; readonly id: string }): Page =>
  (browser as ChromeLauncher).getPage(id);

/** Every node of the accessibility tree of the page. */
const accessibilityTree: TestRunnerPlugin = {
  name: 'accessibility-tree',
  executeCommand: ({ command, session }) =>
    command === 'accessibility-tree'
      ? pageOf(session).accessibility.snapshot({ interestingOnly: false })
      : undefined,
};

const debuggers = new WeakMap<Page, CDPSession>();

/** The runner's own command for media ignores forced colors silently. */
const media: TestRunnerPlugin<Readonly<Record<string, string>>> = {
  name: 'media',
  async executeCommand({ command, payload, session }) {
    if (command !== 'media') return undefined;
    const page = pageOf(session);
    const cdp = debuggers.get(page) ?? (await page.createCDPSession());
    debuggers.set(page, cdp);
    const { type, ...features } = payload ?? {};
    await cdp.send('Emulation.setEmulatedMedia', {
      ...(type !== undefined && { media: type }),
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
    return true;
  },
};

export const commands = [accessibilityTree, media];
