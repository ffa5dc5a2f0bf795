import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createPaymentLink } from '../../src/proxy/server.js';
import { styleSheet } from '../../src/render/markup/page-styles.js';

const secret = 'a-secret-of-this-test-0123456789abcdef';
const order = { id: 'A-1', amount: '49.00', currency: 'EUR' };

it('a payment link never contains an email address', async () => {
  const link = createPaymentLink(
    { ...order, email: 'payer@shop.example' },
    { secret, baseUrl: 'https://shop.example/c' },
  );
  await assert.rejects(link, /order\.email would be readable in the link\. Omit it/);
});

it('a payment link needs the URL of the proxy', async () => {
  for (const baseUrl of ['/crypto-checkout', 'javascript:alert(1)', ''])
    await assert.rejects(createPaymentLink(order, { secret, baseUrl }), /baseUrl is invalid/);
  const link = await createPaymentLink(order, { secret, baseUrl: 'https://shop.example/c/' });
  assert.match(link, /^https:\/\/shop\.example\/c\/pay\/[\w.-]+$/);
});

it('a payment link is refused if no QR code can hold it', async () => {
  const returnUrl = `https://shop.example/${'x'.repeat(300)}`;
  const create = (description: string) =>
    createPaymentLink({ ...order, description, returnUrl }, { secret, baseUrl: 'https://shop.example/c' });
  assert.ok((await create('x'.repeat(500))).length < 2300);
  await assert.rejects(
    create('コ'.repeat(500)),
    /^TypeError: The payment link would have \d{4} characters\. Use at most 2300, which a QR code can hold: shorten order\.description/,
  );
});

it('text on the color of the shop, and text in it, can be read, whatever the color', () => {
  const luminance = (color: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string) =>
    (Math.max(luminance(one), luminance(other)) + 0.05) / (Math.min(luminance(one), luminance(other)) + 0.05);
  const color = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (accent) => {
      const sheet = styleSheet(accent);
      const value = (name: string) => new RegExp(`--crypto-${name}:([^;]+);`).exec(sheet)?.[1] ?? '';
      assert.ok(contrast(accent, value('on-accent')) >= 4.5, accent);
      const [, light = '', dark = ''] = /light-dark\((.+),(.+)\)/.exec(value('accent-text')) ?? [];
      assert.ok(contrast(light, '#ffffff') >= 4.5, accent);
      assert.ok(contrast(dark, '#15181e') >= 4.5, accent);
    }),
  );
});
