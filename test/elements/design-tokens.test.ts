import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { SIZES_IN_PLACE } from '../../.config/build/sizes-in-place.js';
import { all, one } from './checkout-fixture.js';
import { open, SCENES } from './parts-support.js';

describe('the design tokens file', () => {
  it('has the sizes that a card 480px wide has by default', async () => {
    const scene = SCENES['awaiting'];
    if (!scene) throw new Error('There is no such scene');
    const card = await open(scene);
    card.style.inlineSize = '480px';
    card.append(Object.assign(document.createElement('b'), { slot: 'header', textContent: 'Our banner' }));
    await new Promise(requestAnimationFrame);
    const remOf = (size: string) => Number.parseFloat(size) / 16;
    const [qr] = all(card, '[part~=qr]');
    const [header] = all(card, '[part~=header]');
    if (!qr || !header) throw new Error('The card has no QR code or no header');
    const banner = card.querySelector('[slot=header]');
    expect({
      cardSize: remOf(getComputedStyle(one(card, '.room')).minBlockSize),
      cardPadding: remOf(getComputedStyle(header).paddingInlineStart),
      slotMargin: banner && remOf(getComputedStyle(banner).marginBlockStart),
      qrSize: qr.getBoundingClientRect().height / 16,
    }).to.deep.equal(SIZES_IN_PLACE);
  });
});
