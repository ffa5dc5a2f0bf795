import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CATALOGS } from '../../src/i18n/languages.js';
import { PAYMENT_PAGE_CATALOGS } from '../../src/i18n/payment-page/catalogs.js';
import { unknownPage } from '../../src/render/markup/payment-page.js';

const settings = {
  publicUrl: 'https://pay.example/crypto-checkout',
  supportUrl: null,
  shop: { name: 'Cups' },
};

for (const [registry, name, language] of [
  [CATALOGS.de, 'load', 'de'],
  [PAYMENT_PAGE_CATALOGS, 'fr', 'fr'],
] as const)
  test(`the payment page is in English while a module for ${language} is missing, and retries later`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const warn = mock.method(console, 'warn', () => undefined);
    const load: unknown = Reflect.get(registry, name);
    Reflect.set(registry, name, () => Promise.reject(new Error('ERR_MODULE_NOT_FOUND')));
    const title = async (locale: string) =>
      /<h1>(.*?)<\/h1>/.exec((await unknownPage(settings, locale)).html)?.[1];
    try {
      const english = await title('en');
      assert.equal(await title(language), english);
      Reflect.set(registry, name, load);
      mock.timers.tick(600_000);
      await Promise.resolve();
      const own = await unknownPage(settings, language);
      assert.match(own.html, new RegExp(`^<!doctype html><html lang="${language}"`));
      assert.notEqual(await title(language), english);
    } finally {
      Reflect.set(registry, name, load);
      warn.mock.restore();
      mock.timers.reset();
    }
  });
