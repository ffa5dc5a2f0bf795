// Commands of the elements' tests beyond the test runner's own. Both speak to Chromium's debugger.

/** The page as a screen reader gets it, every node of it. */
const accessibilityTree = {
  name: 'accessibility-tree',
  executeCommand: ({ command, session }) =>
    command === 'accessibility-tree'
      ? session.browser.getPage(session.id).accessibility.snapshot({ interestingOnly: false })
      : undefined,
};

const debuggers = new WeakMap();

/** The runner's own command for media knows nothing of forced colours, and says nothing about it. */
const media = {
  name: 'media',
  async executeCommand({ command, payload, session }) {
    if (command !== 'media') return undefined;
    const page = session.browser.getPage(session.id);
    if (!debuggers.has(page)) debuggers.set(page, await page.createCDPSession());
    const { type, ...features } = payload;
    await debuggers.get(page).send('Emulation.setEmulatedMedia', {
      media: type,
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
    return true;
  },
};

export const commands = [accessibilityTree, media];
