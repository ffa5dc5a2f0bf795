import { expect } from '@open-wc/testing';
import { LANGUAGES } from '../../src/i18n/index.js';
import { one, settled, shown } from './checkout-fixture.js';
import { until } from '../until.js';
import { cutIn } from './overflow.js';
import { open, REFUND_SCENES } from './parts-support.js';

/** English sentences of the scenes. */
const ENGLISH =
  /You can request|Request a refund|Send request|The shop|The request|Your money|Your refund|Your address|An exchange|Enter the/;

describe('a request for money back, in a page 320 px wide', () => {
  for (const [lang, name] of LANGUAGES)
    it(`is whole in every state: ${name} (${lang})`, async () => {
      const problems: string[] = [];
      for (const [scene, scenario] of Object.entries(REFUND_SCENES)) {
        const element = await open(scenario);
        element.style.inlineSize = '320px';
        element.setAttribute('locale', lang);
        await until(() => one(element, '.card').lang === lang, `it speaks ${lang}`);
        await until(() => lang === 'en' || !ENGLISH.test(shown(element)), `${scene} speaks ${lang}`);
        await settled(element);
        problems.push(...cutIn(element).map((text) => `${scene}: ${text}`));
        element.remove();
      }
      expect(problems).to.deep.equal([]);
    });
});
