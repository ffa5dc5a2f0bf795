import { expect } from '@open-wc/testing';
import { LANGUAGES } from '../../src/i18n/index.js';
import { cutIn } from './overflow.js';
import { one, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { open, WALLET_SCENES } from './parts-support.js';

/** How much taller than in English: a line more for the sentence above the code, for the warning and for the controls below. */
const LINES_PX = 56;
const heights = new Map<string, number>();

describe('a wallet in the browser, in a page 320 px wide', () => {
  for (const [lang, name] of LANGUAGES)
    it(`is whole in every state: ${name} (${lang})`, async () => {
      const problems: string[] = [];
      for (const [scene, scenario] of Object.entries(WALLET_SCENES)) {
        const element = await open(scenario);
        element.style.inlineSize = '320px';
        element.setAttribute('locale', lang);
        await until(() => one(element, '.card').lang === lang, `it speaks ${lang}`);
        await settled(element);
        await until(
          () => lang === 'en' || !shown(element).includes('Pay another way'),
          `${scene} speaks ${lang}`,
        );
        if (lang !== 'en' && /Nothing was sent|don’t send again/.test(shown(element)))
          problems.push(`${scene}: speaks English`);
        problems.push(...cutIn(element).map((text) => `${scene}: ${text}`));
        const { height } = element.getBoundingClientRect();
        const english = heights.get(scene) ?? height;
        heights.set(scene, english);
        if (height - english > LINES_PX)
          problems.push(`${scene}: ${height - english} px taller than in English`);
        element.remove();
      }
      expect(problems).to.deep.equal([]);
    });
});
