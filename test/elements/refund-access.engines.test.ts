import { expect } from '@open-wc/testing';
import { one, settled } from './checkout-fixture.js';
import { until } from '../until.js';
import { open, REFUND_SCENES } from './parts-support.js';

const LOOKS = [
  { theme: 'light', dir: 'ltr', locale: 'en-GB' },
  { theme: 'dark', dir: 'rtl', locale: 'ar' },
] as const;

describe('a request for money back', () => {
  for (const { theme, dir, locale } of LOOKS)
    it(`is accessible in ${theme}, ${dir}, in every state`, async () => {
      for (const [scene, scenario] of Object.entries(REFUND_SCENES)) {
        const element = await open(scenario);
        element.setAttribute('theme', theme);
        element.setAttribute('locale', locale);
        await until(() => getComputedStyle(one(element, '.card')).direction === dir, `${scene} runs ${dir}`);
        await settled(element);
        await expect(element, scene).to.be.accessible();
        element.remove();
      }
    });
});
