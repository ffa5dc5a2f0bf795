import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '../../src/i18n/index.js';
import type { Checkout, RenderRequest } from '../../src/protocol/index.js';
import { headLines, type PageFile } from '../../src/render/markup/head.js';
import { renderMarkup } from '../../src/render/markup/index.js';
import { styleSources } from '../../src/render/index.js';
import { inPage } from './in-page.js';

const { checkout, checkoutIn, PART_DETECTED } = await inPage(() => import('../../stories/fixtures.js'));

const OPEN: readonly Checkout[] = [checkout, checkoutIn('awaiting'), checkoutIn('partial')];
/** In gzip: `renderCheckout()` adds no more to a page (L8). */
const MAX_BYTES = 14_000;

/** The visible content, without its styles. */
const shellOf = (html: string) => html.slice(0, html.indexOf('<script')).replace(/<style>.*?<\/style>/gs, '');

const render = (state: Checkout, request: Partial<RenderRequest> = {}) =>
  renderMarkup(state, { order: 'a.b.c', endpoint: '/crypto-checkout', ...request });

const HOSTILE = `</script><script>alert(1)</script><!--"'&`;

describe('a checkout in a page', () => {
  it('has sheets whose hashes are known before anything is rendered', async () => {
    const sources = await styleSources();
    assert.equal(new Set(sources.split(' ')).size, 8);
    assert.equal((await render(checkout, { level: 'shell' })).csp, sources);
  });

  it('is the tag with the checkout as JSON in a direct child', async () => {
    const { html, csp } = await render(checkout, { locale: 'de', currencies: 'BTC LTC', returnAfter: 30 });
    const [, json = ''] =
      /^<crypto-checkout endpoint="\/crypto-checkout" order="a.b.c" locale="de" currencies="BTC LTC" return-after="30"><script type="application\/json">([^<]*)<\/script><noscript>/.exec(
        html,
      ) ?? [];
    assert.deepEqual(JSON.parse(json), checkout);
    assert.equal(csp, '');
    assert.doesNotMatch(html, /<template/);
  });

  for (const level of ['state', 'shell'] as const) {
    it(`names the shop as its server says, with the ${level}`, async () => {
      const { html } = await render(checkout, {
        level,
        shopName: 'Cups',
        shopLogo: 'https://shop.example/l.png',
      });
      assert.match(
        html,
        /^<crypto-checkout [^>]* shop-name="Cups" shop-logo="https:\/\/shop.example\/l.png">/,
      );
      if (level === 'shell')
        assert.match(html, /<img [^>]*src="https:\/\/shop.example\/l.png"[^>]* alt="Cups"/);
    });

    it(`escapes foreign text, with the ${level}`, async () => {
      const { id } = checkout;
      const foreign = { ...checkout.order, id: HOSTILE, description: HOSTILE };
      const state = { ...checkout, shop: { name: HOSTILE, logo: HOSTILE }, order: foreign };
      const { html, head } = await render(state, {
        ...{ level, order: HOSTILE, locale: 'en', currencies: HOSTILE, languages: HOSTILE, theme: HOSTILE },
        ...{ resumeUrl: HOSTILE, endpoint: HOSTILE, shopName: HOSTILE, shopLogo: HOSTILE },
      });
      assert.equal(html.match(/<script/g)?.length, 1);
      assert.equal(head.match(/<script/g)?.length, 1);
      assert.doesNotMatch(html + head, /<!--|alert\(1\)<\/script>/);
      const [, json = ''] = /<script type="application\/json">(.*?)<\/script>/s.exec(html) ?? [];
      assert.deepEqual(JSON.parse(json), { ...state, id });
    });
  }

  it('needs no inline script, no style attribute, and only the sheets of `csp`, which are the same for all orders', async () => {
    const rendered = await Promise.all(
      [
        ...OPEN,
        checkoutIn('awaiting', { currency: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }),
      ].map((state) => render(state, { level: 'shell', locale: 'en' })),
    );
    const [first] = rendered;
    for (const { html, csp } of rendered) {
      assert.equal(csp, first?.csp);
      const sheets = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet);
      assert.ok(sheets.length >= 3);
      for (const sheet of sheets) {
        const hash = createHash('sha256').update(sheet).digest('base64');
        assert.ok(csp.split(' ').includes(`'sha256-${hash}'`), sheet.slice(0, 60));
      }
      assert.doesNotMatch(html, /\sstyle=|\son\w+=|javascript:/);
    }
  });

  it('adds at most 14 kB to the page, in every language', async (t) => {
    let most = 0;
    for (const [locale] of LANGUAGES)
      for (const state of OPEN) {
        const { html, head } = await render(state, { level: 'shell', locale, languages: 'en de' });
        const { length } = gzipSync(head + html, { level: 9 });
        most = Math.max(most, length);
        assert.ok(length <= MAX_BYTES, `${locale} ${state.state}: ${length} bytes`);
      }
    t.diagnostic(`at most ${most} bytes`);
  });

  it('shows the choice: every coin, price and order, with the icons of the rows that are visible at first', async () => {
    const shell = shellOf((await render(checkout, { level: 'shell', locale: 'de' })).html);
    assert.match(
      shell,
      /shadowrootmode="open".*<crypto-currency-picker[^>]*><template shadowrootmode="open">/s,
    );
    assert.match(shell, /49,00\s€/);
    assert.match(shell, /Bestellung <span translate="no">A-1001<\/span>/);
    assert.match(shell, /Wie möchten Sie bezahlen\?/);
    assert.ok((shell.match(/role="option"/g)?.length ?? 0) >= 15);
    const rows = shell.split('role="option"').slice(1);
    for (const row of rows.slice(0, 12)) assert.match(row, /<path d="M24 0H0v24h24z"/);
    // Letters would change when the element draws the icon.
    assert.doesNotMatch(shell, /<text/);
  });

  it('shows an open payment: amount, address, code and time left, and no time of day', async () => {
    const shell = shellOf((await render(checkoutIn('awaiting'), { level: 'shell', locale: 'en-GB' })).html);
    for (const text of ['50.12', 'aria-label="TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRS"', 'part="code"', '23:41'])
      assert.ok(shell.includes(text), text);
    assert.doesNotMatch(shell, /locked until|13:12\b(?!:)/);
  });

  it('shows no shell for an outcome, an invalid address or old data, which contain times of day or need the page', async () => {
    const states = [
      ...(['detected', 'paid', 'expired', 'canceled'] as const).map((state) => checkoutIn(state)),
      checkoutIn('partial', PART_DETECTED),
      checkoutIn('awaiting', { expiresAt: checkout.now }),
      checkoutIn('awaiting', { address: 'TQWTspYUDQJZtA7iauQeyUYKvK5cbx7FRT' }),
      { ...checkoutIn('awaiting'), stale: true },
    ];
    for (const state of states) {
      const { html, csp } = await render(state, { level: 'shell', locale: 'en' });
      assert.equal(html.includes('<template'), false, `${state.state} ${state.invoice?.address}`);
      assert.match(html, /<script type="application\/json">/);
      assert.equal(csp, '');
    }
  });

  it('renders a page twice alike, and two concurrently', async () => {
    const request = { level: 'shell', locale: 'ar' } as const;
    const [first, second, other] = await Promise.all([
      render(checkout, request),
      render(checkout, request),
      render(checkout, { ...request, locale: 'ja' }),
    ]);
    assert.deepEqual(first, second);
    assert.match(first.html, /dir="rtl"/);
    assert.match(other.html, /lang="ja"/);
  });

  it('has a form for a payer without JavaScript, with the offered currencies', async () => {
    const { html } = await render(
      { ...checkout, offers: [...checkout.offers.slice(0, 2), { code: 'TRX', available: false }] },
      { locale: 'en' },
    );
    const [, form = ''] = /<noscript>(.*)<\/noscript>/s.exec(html) ?? [];
    assert.match(
      form,
      /^<form method="post" action="\/crypto-checkout\/form"><p>Order <span translate="no">A-1001<\/span> · <span translate="no">€49\.00<\/span><\/p>/,
    );
    assert.deepEqual(
      [...form.matchAll(/<option value="(\w+)">/g)].map(([, code]) => code),
      ['BTC', 'LTC'],
    );
    assert.doesNotMatch(form, /email/);
    const requiresEmail = { ...checkout, order: { ...checkout.order, emailRequired: true } };
    assert.match((await render(requiresEmail)).html, /<input type="email" name="email"[^>]* required /);
    assert.doesNotMatch((await render(checkoutIn('paid'))).html, /<form/);
  });

  /** What a payer without JavaScript reads, as text. */
  const plain = async (state: Checkout, locale = 'en') => {
    const [, content = ''] = /<noscript>(.*)<\/noscript>/s.exec((await render(state, { locale })).html) ?? [];
    return {
      hasForm: content.includes('<form'),
      content,
      text: content.replace(/<\/?span[^>]*>/g, '').replace(/<[^>]*>/g, ' '),
    };
  };
  const PART = { ...checkoutIn('partial'), state: 'expired' } as const;

  for (const [name, state, expected] of [
    ['detected', checkoutIn('detected'), 'Payment detected It’s being confirmed on TRON.'],
    [
      'a part waits',
      checkoutIn('partial', PART_DETECTED),
      'A payment is being confirmed on TRON. Please don’t send',
    ],
    ['processing', checkoutIn('processing'), 'Processing your payment'],
    ['checking', checkoutIn('awaiting', { expiresAt: checkout.now }), 'Please don’t send anything now.'],
    ['expired with a part', PART, 'We received 30 of 50.12 USDT. Please don’t send anything more.'],
    ['paid', checkoutIn('paid'), 'Paid. Thank you. Nordlys Coffee has received your payment.'],
    ['late', { ...checkoutIn('paid'), late: true }, 'Paid late'],
    ['accepted', { ...PART, accepted: true }, 'Paid. Thank you.'],
  ] as const)
    it(`says what the element says to a payer without JavaScript, and offers no other coin: ${name}`, async () => {
      const { text, hasForm, content } = await plain(state);
      assert.ok(text.replace(/\s+/g, ' ').includes(expected), text);
      assert.equal(hasForm, false);
      assert.match(content, /<a href="https:\/\/shop\.example\/help" rel="noreferrer">Contact shop</);
    });

  it('lets a payer without JavaScript start again where the element does, and says why', async () => {
    const expired = await plain(checkoutIn('expired'));
    assert.match(expired.text, /This price has expired.*start again at the current price/);
    const canceled = await plain(checkoutIn('canceled'));
    assert.match(canceled.text, /Payment canceled.*Please don’t send to the address you were given/);
    assert.deepEqual([expired.hasForm, canceled.hasForm], [true, true]);
    assert.match((await plain(PART, 'de')).text, /Bitte senden Sie nichts mehr/);
  });

  it('lets a payer without JavaScript continue a part in its own coin only', async () => {
    const { content, text } = await plain(checkoutIn('partial'));
    assert.match(text, /30 of 50\.12 USDT received/);
    assert.deepEqual(
      [...content.matchAll(/<option value="(\w+)"/g)].map(([, code]) => code),
      ['USDT_TRC20'],
    );
  });

  it('shows a payer without JavaScript that no real money moves', async () => {
    assert.match((await plain({ ...checkout, testMode: true })).text, /Order A-1001 · €49\.00 · Test mode/);
    assert.doesNotMatch((await plain(checkout)).text, /Test mode/);
  });
});

describe('the head of a page', () => {
  const file = (role: PageFile['role'], name: string): PageFile => ({ name, role });
  const FILES = [
    file('entry', 'elements.js'),
    file('currency-choice', 'elements/currency-choice-a1.js'),
    file('drawings', 'elements/drawings-b2.js'),
    file('payment-steps', 'elements/payment-steps-c3.js'),
    file('locale', 'elements/de-d4.js'),
    file('locale', 'elements/zh-Hans-e5.js'),
    file('other', 'elements/popover-f6.js'),
  ];
  const preloaded = (options: Parameters<typeof headLines>[1]) =>
    [...headLines(FILES, options).matchAll(/modulepreload" href="([^"]*)">/g)].map(([, href]) => href);

  it('loads the elements, and concurrently the files for the choice', () => {
    assert.deepEqual(preloaded({}), [
      '/crypto-checkout/elements/currency-choice-a1.js',
      '/crypto-checkout/elements/drawings-b2.js',
    ]);
    assert.match(
      headLines(FILES, {}),
      /<script type="module" src="\/crypto-checkout\/elements\.js"><\/script>$/,
    );
  });

  it('adds the later steps of an open payment, and the language', () => {
    const options = { basePath: 'https://pay.example/api/', isPaying: true, locale: 'de-AT' };
    assert.deepEqual(
      preloaded(options),
      ['currency-choice-a1', 'drawings-b2', 'payment-steps-c3', 'de-d4'].map(
        (name) => `https://pay.example/api/elements/${name}.js`,
      ),
    );
    assert.equal(preloaded({ locale: 'zh' }).at(-1), '/crypto-checkout/elements/zh-Hans-e5.js');
    assert.equal(preloaded({ locale: 'no tag' }).length, 2);
  });
});
