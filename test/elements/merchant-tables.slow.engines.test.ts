import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { all, everything, settled } from './checkout-fixture.js';
import { openStaff } from './merchant-support.js';
import { cutIn } from './overflow.js';
import { TEXT_SPACING } from './text-spacing.js';

const TABLES = [
  'crypto-merchant-payments',
  'crypto-merchant-balances',
  'crypto-merchant-statistics',
  'crypto-merchant-payouts',
] as const;

describe('at 320 px, where they look like cards', () => {
  before(() => setViewport({ width: 320, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  for (const tag of TABLES)
    it(`stays a table with a name, and a column for each cell: ${tag}`, async () => {
      const { element } = await openStaff(tag);
      const [table, ...more] = all(element, '[role=table]');
      expect(more).to.have.length(0);
      const name = element.shadowRoot?.getElementById(table?.getAttribute('aria-labelledby') ?? '');
      expect(name?.textContent.trim() ?? '').not.to.equal('');
      const columns = all(element, '[role=columnheader]').length;
      const rows = all(element, 'tbody [role=row]');
      expect(columns).to.be.greaterThan(2);
      expect(rows.length).to.be.greaterThan(1);
      for (const row of rows) expect(row.querySelectorAll(':scope > [role=cell]')).to.have.length(columns);
    });

  for (const tag of ['crypto-merchant', 'crypto-merchant-attention', ...TABLES] as const)
    it(`cuts no text with the text spacing of WCAG 1.4.12: ${tag}`, async () => {
      const { element } = await openStaff(tag, {}, { 'payout-url': '/sign-payout' });
      for (const node of [element, ...everything(element)])
        node.shadowRoot?.adoptedStyleSheets.push(TEXT_SPACING);
      await settled(element);
      expect(cutIn(element, element)).to.deep.equal([]);
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
    });
});
