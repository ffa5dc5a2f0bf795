import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { catalogs as payerCatalogs } from '../../src/locales/compiled/payer/catalogs.js';
import { catalogs as pageCatalogs } from '../../src/locales/compiled/payment-page/catalogs.js';
import { unknownPage } from '../../src/render/markup/payment-page.js';

const settings = {
  publicUrl: 'https://pay.example/crypto-checkout',
  supportUrl: null,
  shop: { name: 'Cups' },
};

for (const [registry, language] of [
  [payerCatalogs, 'de'],
  [pageCatalogs, 'fr'],
] as const)
  test(`the payment page is in English while a module for ${language} is missing, and retries later`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const warn = mock.method(console, 'warn', () => undefined);
    const load: unknown = Reflect.get(registry, language);
    Reflect.set(registry, language, () => Promise.reject(new Error('ERR_MODULE_NOT_FOUND')));
    const title = async (locale: string) =>
      /<h1>(.*?)<\/h1>/.exec((await unknownPage(settings, locale)).html)?.[1];
    try {
      const english = await title('en');
      assert.equal(await title(language), english);
      Reflect.set(registry, language, load);
      mock.timers.tick(600_000);
      await Promise.resolve();
      const own = await unknownPage(settings, language);
      assert.match(own.html, new RegExp(`^<!doctype html><html lang="${language}"`));
      assert.notEqual(await title(language), english);
    } finally {
      Reflect.set(registry, language, load);
      warn.mock.restore();
      mock.timers.reset();
    }
  });
