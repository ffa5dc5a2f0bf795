import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { LANGUAGES } from '../../src/i18n/index.js';
import { ScriptedDeposit } from '../../stories/scripted-deposit.js';
import { SCREENS } from './deposit-support.js';
import { cutIn } from './overflow.js';
import { one, settled } from './checkout-fixture.js';
import { until } from '../until.js';

describe('a deposit at 320 px', () => {
  for (const [lang, name] of LANGUAGES) {
    it(`${name} (${lang}) is fully visible and of one size in every state`, async () => {
      const session = new ScriptedDeposit({ phase: 'choosing', wallet: null });
      const box = await fixture<HTMLElement>(
        html`<div style="inline-size: 320px">
          <crypto-deposit lang=${lang} .session=${session}></crypto-deposit>
        </div>`,
      );
      const element = box.querySelector('crypto-deposit');
      if (!element) throw new Error('There is no deposit');
      const card = one(element, '.card');
      await until(() => card.lang === lang && !element.hasAttribute('aria-busy'), `it speaks ${lang}`);
      const { height } = element.getBoundingClientRect();
      const problems: string[] = [];
      for (const [screen, [snapshot]] of Object.entries(SCREENS)) {
        session.show(snapshot);
        await settled(element);
        if (card.scrollWidth > card.clientWidth) problems.push(`${screen}: the card is too wide`);
        const taller = element.getBoundingClientRect().height - height;
        if (taller !== 0) problems.push(`${screen}: ${taller} px taller`);
        problems.push(...cutIn(element).map((text) => `${screen}: ${text}`));
      }
      expect(problems.join('\n')).to.equal('');
    });
  }
});
