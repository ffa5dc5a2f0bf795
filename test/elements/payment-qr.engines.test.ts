import { expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import core from 'qrcode/lib/core/qrcode.js';
import '../../src/define/crypto-payment-qr.js';
import type { CryptoPaymentQr } from '../../src/elements/crypto-payment-qr/crypto-payment-qr.js';
import { ADDRESSES } from '../../stories/fixtures.js';

/** Long enough for error correction Q at the size of M. */
const SOLANA_ADDRESS = '2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST';

const PAYLOADS = [
  ADDRESSES.USDT_TRC20,
  ADDRESSES.ETH_BASE,
  SOLANA_ADDRESS,
  `bitcoin:${ADDRESSES.BTC}?amount=0.00051234`,
  ADDRESSES.taproot,
  'x'.repeat(300),
];

async function open(
  payload: string,
): Promise<{ element: CryptoPaymentQr; svg: SVGSVGElement; path: SVGPathElement }> {
  const element = await fixture<CryptoPaymentQr>(
    html`<crypto-payment-qr
      payload=${payload}
      label="QR code with the address ${payload}"
    ></crypto-payment-qr>`,
  );
  const svg = element.shadowRoot?.querySelector('svg');
  const path = svg?.querySelector<SVGPathElement>('path:last-child');
  if (!svg || !path) throw new Error('There is no code');
  return { element, svg, path };
}

/** At the size that error correction M needs, the code with the most error correction. */
function strongest(payload: string): { readonly size: number; readonly data: Uint8Array } {
  const codes = (['H', 'Q', 'M'] as const).map(
    (errorCorrectionLevel) => core.create(payload, { errorCorrectionLevel }).modules,
  );
  const size = Math.min(...codes.map((code) => code.size));
  const found = codes.find((code) => code.size === size);
  if (!found) throw new Error('There is no code');
  return found;
}

describe('crypto-payment-qr', () => {
  it('is dark on white in a picture of the code alone', async () => {
    const { svg } = await open(ADDRESSES.BTC);
    const { width } = svg.viewBox.baseVal;
    const copy = svg.cloneNode(true) as SVGSVGElement;
    for (const side of ['width', 'height']) copy.setAttribute(side, String(width));
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width, height: width });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const at = (x: number, y: number) => context?.getImageData(x, y, 1, 1).data.join();
    expect(at(0, 0), 'the quiet zone').to.equal('255,255,255,255');
    expect(at(4, 4), 'the first module').to.equal('11,13,18,255');
  });

  for (const payload of PAYLOADS) {
    it(`draws exactly the modules of the code for ${payload.slice(0, 24)}`, async () => {
      const { svg, path } = await open(payload);
      const { size, data } = strongest(payload);
      expect(svg.getAttribute('viewBox')).to.equal(`-4 -4 ${size + 8} ${size + 8}`);
      for (let y = 0; y < size; y += 1) {
        for (let x = 0; x < size; x += 1) {
          const isDark = path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5));
          expect(isDark, `module ${x}, ${y}`).to.equal(data[y * size + x] === 1);
        }
      }
    });
  }

  it('is dark on white on a dark page too, with a quiet zone of four modules', async () => {
    const { element, path } = await open(ADDRESSES.BTC);
    for (const scheme of ['light', 'dark']) {
      element.setAttribute('theme', scheme);
      expect(getComputedStyle(element).backgroundColor).to.equal('rgb(255, 255, 255)');
      expect(getComputedStyle(path).fill).to.equal('rgb(11, 13, 18)');
    }
  });

  it('names its content for a screen reader', async () => {
    const { element, svg } = await open(ADDRESSES.BTC);
    expect(svg.getAttribute('role')).to.equal('img');
    expect(svg.getAttribute('aria-label')).to.equal(`QR code with the address ${ADDRESSES.BTC}`);
    await expect(element).to.be.accessible();
  });

  it('is named by its payload without a label', async () => {
    const { element, svg } = await open(ADDRESSES.BTC);
    element.label = '';
    await element.updateComplete;
    expect(svg.getAttribute('aria-label')).to.equal(ADDRESSES.BTC);
    await expect(element).to.be.accessible();
  });

  it('is encoded once for each payload, whichever element shows it', async () => {
    const { create } = core;
    const [first, second] = ['tb1qfirst', 'tb1qsecond'];
    const requested: string[] = [];
    core.create = (text, options) => {
      if (typeof text === 'string' && options.errorCorrectionLevel === 'M') requested.push(text);
      return create(text, options);
    };
    try {
      const { element } = await open(first);
      for (const label of ['one', 'two', 'three']) {
        element.label = label;
        element.payload = first;
        element.requestUpdate();
        await element.updateComplete;
      }
      element.remove();
      document.body.append(element);
      await element.updateComplete;
      expect(requested).to.deep.equal([first]);
      element.payload = second;
      await element.updateComplete;
      element.remove();
      await open(first);
      expect(requested).to.deep.equal([first, second]);
    } finally {
      core.create = create;
    }
  });

  it('never shows the code of another payload, and draws after its surroundings', async () => {
    const { element } = await open(ADDRESSES.BTC);
    element.payload = 'drawn for the first time';
    const drawn = element.updateComplete;
    for (let microtask = 0; microtask < 9; microtask += 1) await Promise.resolve();
    expect(element.shadowRoot?.querySelectorAll('svg').length).to.equal(0);
    await drawn;
    expect(element.shadowRoot?.querySelectorAll('svg').length).to.equal(1);
  });

  it('is not drawn again while the payload stays the same', async () => {
    const { element, path } = await open(ADDRESSES.BTC);
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(path, { attributes: true });
    element.label = 'Another label';
    await element.updateComplete;
    expect(changes.concat(observer.takeRecords())).to.have.length(0);
    observer.disconnect();
    const shown = () => element.shadowRoot?.querySelector('path:last-child');
    expect(shown() === path).to.equal(true);
    element.payload = ADDRESSES.USDT_TRC20;
    await element.updateComplete;
    expect(shown()?.getAttribute('d')).not.to.equal(path.getAttribute('d'));
  });

  it('shows an empty plate without a payload', async () => {
    const element = await fixture<CryptoPaymentQr>(html`<crypto-payment-qr></crypto-payment-qr>`);
    expect(element.shadowRoot?.querySelector('svg')).to.equal(null);
  });
});
