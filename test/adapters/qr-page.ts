import jsqr from 'jsqr';
import '../../src/define/crypto-payment-qr.js';

declare global {
  interface Window {
    /** Fills the page with one code for each text, in the element for payers. */
    show(texts: readonly string[], theme: string): Promise<void>;
    /** The text that an independent decoder reads in a screenshot of this page, code by code. */
    decode(screenshot: string): Promise<readonly (string | null)[]>;
    /** As the extension Dark Reader: paints over everything drawn that names a color. */
    darken(): void;
  }
}

const codes = () => [...document.querySelectorAll('crypto-payment-qr')];

window.show = async (texts, theme) => {
  document.documentElement.setAttribute('data-theme', theme);
  const elements = texts.map((payload) =>
    Object.assign(document.createElement('crypto-payment-qr'), { payload }),
  );
  for (const element of elements) element.setAttribute('theme', theme);
  document.body.replaceChildren(...elements);
  await Promise.all(elements.map((element) => element.updateComplete));
};

window.darken = () => {
  for (const { shadowRoot } of codes())
    for (const drawn of shadowRoot?.querySelectorAll<SVGElement>('[fill]') ?? [])
      if (CSS.supports('color', drawn.getAttribute('fill') ?? ''))
        drawn.style.setProperty('fill', '#181a1b', 'important');
};

window.decode = async (screenshot) => {
  const image = await createImageBitmap(await (await fetch(screenshot)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.drawImage(image, 0, 0);
  return codes().map((element) => {
    const box = element.getBoundingClientRect();
    const scale = image.width / document.documentElement.getBoundingClientRect().width;
    const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    const { data } = context.getImageData(
      Math.round(box.x * scale),
      Math.round(box.y * scale),
      width,
      height,
    );
    return jsqr(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
  });
};
