import { expect, fixture } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { html } from 'lit';
import '../../src/define/crypto-copy-field.js';
import type { CryptoCopyField } from '../../src/elements/crypto-copy-field/crypto-copy-field.js';
import { control, one, replaceClipboard, said } from './checkout-fixture.js';
import { until } from '../until.js';

function open(value: string): Promise<CryptoCopyField> {
  return fixture<CryptoCopyField>(
    html`<crypto-copy-field
      value=${value}
      long-label="Copy amount"
      announcement="Amount copied: ${value}"
    ></crypto-copy-field>`,
  );
}

describe('crypto-copy-field', () => {
  let putBack: () => void = () => {};
  afterEach(() => putBack());

  function clipboard(): string[] {
    const written: string[] = [];
    putBack = replaceClipboard({
      writeText: (text) => {
        written.push(text);
        return Promise.resolve();
      },
    });
    return written;
  }

  it('copies the value exactly', async () => {
    const written = clipboard();
    const element = await open('0.013412345678901234');
    control(element, 'Copy amount').click();
    await until(() => written.length > 0, 'the text is written');
    expect(written).to.deep.equal(['0.013412345678901234']);
  });

  it('announces once that it has copied, on a button that keeps its width', async () => {
    clipboard();
    const element = await open('50.12');
    const before = element.getBoundingClientRect().width;
    expect(said(element)).to.equal('');
    control(element, 'Copy amount').click();
    await until(() => said(element) === 'Amount copied: 50.12', 'the announcement');
    expect(control(element, 'Copied').hasAttribute('data-copied')).to.equal(true);
    expect(element.getBoundingClientRect().width).to.equal(before);
    await expect(element).to.be.accessible();
  });

  for (const [why, refused] of [
    ['the browser has no clipboard', undefined],
    ['the browser refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ] as const) {
    it(`selects the whole text when ${why}`, async () => {
      putBack = replaceClipboard(refused);
      const element = await open('50.12');
      control(element, 'Copy amount').click();
      await until(() => element.shadowRoot?.activeElement instanceof HTMLInputElement, 'the text is shown');
      const input = one(element, 'input');
      if (!(input instanceof HTMLInputElement)) throw new Error('There is no field');
      expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).to.equal('50.12');
      expect(said(element)).to.contain('Ctrl+C');
      await expect(element).to.be.accessible();
      await sendMouse({ type: 'click', position: [600, 500] });
      await until(() => element.shadowRoot?.querySelector('button'), 'the button is back', Boolean);
      expect(control(element, 'Copy amount').hasAttribute('data-copied')).to.equal(false);
    });
  }

  describe('in a page that may read the clipboard', () => {
    const query = navigator.permissions.query.bind(navigator.permissions);
    beforeEach(() => {
      navigator.permissions.query = async () => {
        const status = await query({ name: 'geolocation' });
        return Object.defineProperty(status, 'state', { value: 'granted' });
      };
    });
    afterEach(() => Reflect.deleteProperty(navigator.permissions, 'query'));

    function readBack(there: string): void {
      putBack = replaceClipboard({
        writeText: () => Promise.resolve(),
        readText: () => Promise.resolve(there),
      });
    }

    it('does not move what is pressed next while the text is shown selected', async () => {
      putBack = replaceClipboard(undefined);
      const page = await fixture<HTMLElement>(
        html`<div style="inline-size: 220px">
          <crypto-copy-field value="0.00063617" long-label="Copy amount"></crypto-copy-field>
          <button>Open in wallet</button>
        </div>`,
      );
      const [element, next] = [page.querySelector('crypto-copy-field'), page.querySelector('button')];
      if (!element || !next) throw new Error('The page is incomplete');
      let presses = 0;
      next.addEventListener('click', () => (presses += 1));
      control(element, 'Copy amount').click();
      await until(() => element.shadowRoot?.activeElement?.localName === 'input', 'the text is selected');
      const { left, top, height } = next.getBoundingClientRect();
      await sendMouse({ type: 'click', position: [Math.round(left + 10), Math.round(top + height - 2)] });
      expect(presses).to.equal(1);
      await until(() => element.shadowRoot?.querySelector('input') === null, 'the button is back');
    });

    it('reports success once the same text is in the clipboard', async () => {
      readBack('50.12');
      const element = await open('50.12');
      control(element, 'Copy amount').click();
      await until(() => said(element) === 'Amount copied: 50.12', 'the announcement');
    });

    it('warns if other text is in the clipboard, and shows the true text', async () => {
      readBack('TEVIL');
      const element = await open('50.12');
      control(element, 'Copy amount').click();
      await until(() => said(element).includes('changed the copied text'), 'the warning');
      await element.updateComplete;
      const input = one(element, 'input');
      expect(input instanceof HTMLInputElement && input.value).to.equal('50.12');
      await expect(element).to.be.accessible();
    });
  });

  it('copies the text that its source returns at the press, not the text in the markup', async () => {
    const written = clipboard();
    const element = await open('TEVIL');
    element.source = () => '50.12';
    await element.updateComplete;
    element.setAttribute('value', 'TEVIL2');
    control(element, 'Copy amount').click();
    await until(() => written.length > 0, 'the text is written');
    expect(written).to.deep.equal(['50.12']);
  });

  it('never says "Copied" about another value', async () => {
    clipboard();
    const element = await open('50.12');
    control(element, 'Copy amount').click();
    await until(() => said(element) !== '', 'the announcement');
    element.value = '20.12';
    await element.updateComplete;
    expect(control(element, 'Copy amount').hasAttribute('data-copied')).to.equal(false);
  });

  it('can be hit by a finger: at least 44 px high', async () => {
    const element = await open('50.12');
    const button = one(element, 'button').getBoundingClientRect();
    const middle = button.left + button.width / 2;
    const hits = (y: number) => element.shadowRoot?.elementFromPoint(middle, y)?.closest('button') !== null;
    element.parentElement?.setAttribute('style', 'padding: 20px');
    const placed = one(element, 'button').getBoundingClientRect();
    expect(hits(placed.top - 4)).to.equal(true);
    expect(hits(placed.bottom + 3)).to.equal(true);
  });
});
