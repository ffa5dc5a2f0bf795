import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import '../../src/define/crypto-checkout-button.js';
import { until } from '../until.js';

/** Whether the page has requested the checkout's code. */
function isAskedFor(): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.includes('/chunk-dialog-'));
}

// Alone in its file: no other test has loaded the checkout's code into this page.
describe('a page with only crypto-checkout-button', () => {
  it('loads the code of the checkout when the payer approaches, not before', async () => {
    const element = document.createElement('crypto-checkout-button');
    element.order = 'A-1001';
    document.body.append(element);
    await element.updateComplete;
    expect(isAskedFor()).to.equal(false);
    expect(customElements.get('crypto-checkout')).to.equal(undefined);
    const { left, top } = element.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left) + 20, Math.round(top) + 20] });
    await until(isAskedFor, 'the code is requested');
    await until(() => customElements.get('crypto-checkout') !== undefined, 'the code is there');
    expect(element.shadowRoot?.querySelector('crypto-checkout')?.open).to.not.equal(true);
    element.remove();
  });
});
