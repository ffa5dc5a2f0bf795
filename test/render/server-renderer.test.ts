import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import '../../src/define/all.js';
import { loadSteps } from '../../src/elements/crypto-checkout/lazy-steps-controller.js';
import { inPage } from './in-page.js';

const { checkoutStories, elementStories } = await inPage(async () => ({
  checkoutStories: await import('../../stories/checkout.stories.js'),
  elementStories: await Promise.all([
    import('../../stories/elements/crypto-checkout.stories.js'),
    import('../../stories/elements/crypto-checkout-button.stories.js'),
    import('../../stories/elements/crypto-copy-field.stories.js'),
    import('../../stories/elements/crypto-countdown.stories.js'),
    import('../../stories/elements/crypto-currency-picker.stories.js'),
    import('../../stories/elements/crypto-deposit.stories.js'),
    import('../../stories/elements/crypto-payment-panel.stories.js'),
    import('../../stories/elements/crypto-payment-qr.stories.js'),
    import('../../stories/elements/crypto-receipt.stories.js'),
    import('../../stories/elements/crypto-status-badge.stories.js'),
    import('../../stories/panel.stories.js'),
    import('../../stories/picker.stories.js'),
    import('../../stories/deposit.stories.js'),
  ]),
}));

interface Story {
  readonly render?: (args: object) => TemplateResult;
  readonly args?: object;
}

interface Named {
  readonly name: string;
  readonly draw: () => TemplateResult;
}

function storiesOf(module: object): readonly Named[] {
  const { default: meta = {}, ...stories } = module as Readonly<Record<string, Story | undefined>>;
  return Object.entries(stories).flatMap(([name, story]) => {
    const draw = story?.render ?? meta.render;
    return draw ? [{ name, draw: () => draw({ ...meta.args, ...story?.args }) }] : [];
  });
}

/** Without the styles and the marks of the renderer. */
const rendered = (template: TemplateResult): string =>
  collectResultSync(render(template)).replace(/<style>.*?<\/style>|<!--.*?-->/gs, '');

describe('a server renderer', () => {
  it('has no page', () => {
    for (const name of ['window', 'document', 'location', 'HTMLElement', 'ShadowRoot', 'CSSStyleSheet'])
      assert.equal(name in globalThis, false, name);
  });

  it('renders a checkout that is still loading, and sends no request', async (test) => {
    const fetched = test.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('a request')));
    const text = rendered(
      html`<crypto-checkout order="token" checkout="id" currency="BTC"></crypto-checkout>`,
    );
    assert.match(text, /<template shadowroot/);
    assert.match(text, /class="skeleton/);
    await new Promise(setImmediate);
    assert.equal(fetched.mock.callCount(), 0);
  });

  it('renders a deposit that is still to be chosen, and sends no request', async (test) => {
    const fetched = test.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('a request')));
    assert.match(
      rendered(html`<crypto-deposit customer="token" currency="BTC"></crypto-deposit>`),
      /<template shadowroot/,
    );
    await new Promise(setImmediate);
    assert.equal(fetched.mock.callCount(), 0);
  });

  for (const when of ['before', 'after'] as const) {
    it(`renders every state of a checkout ${when} the code of its steps has loaded`, async () => {
      if (when === 'after') await loadSteps();
      const stories = storiesOf(checkoutStories);
      assert.ok(stories.length > 40, `${stories.length} stories`);
      for (const { name, draw } of stories)
        assert.doesNotThrow(() => assert.match(rendered(draw()), /<template shadowroot/), name);
    });
  }

  it('renders every other element', () => {
    const stories = elementStories.flatMap(storiesOf);
    assert.ok(stories.length > 15, `${stories.length} stories`);
    for (const { name, draw } of stories)
      assert.doesNotThrow(() => assert.match(rendered(draw()), /<template shadowroot/), name);
  });

  it('informs nested elements: one live region, one mark of the language', () => {
    for (const story of [checkoutStories.Choosing, checkoutStories.Awaiting]) {
      const text = rendered(storiesOf({ story })[0]?.draw() ?? html``);
      assert.match(text, /<crypto-(payment-panel|currency-picker)/);
      assert.equal(text.match(/role="status"/g)?.length, 1);
      assert.equal(text.includes('class="words"'), false);
    }
  });

  it('shows the remaining time, the address and the code of an open payment', () => {
    const [story] = storiesOf({ story: checkoutStories.Awaiting });
    const text = rendered(story?.draw() ?? html``);
    assert.match(text, /class="time"[^>]*>23:41</);
    assert.match(text, /<svg[^>]* part="code"/);
    assert.match(text, /aria-label="TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRS"/);
  });
});
