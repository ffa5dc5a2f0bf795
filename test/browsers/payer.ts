import assert from 'node:assert/strict';
import jsqr from 'jsqr';
import { until } from '../until.js';
import type { EnginePage } from './engine-page.js';

/** Everything on the page, in shadow trees too; and the parts that are visible and can be pressed. */
const HELPERS = `
  const inside = (each) => (each.shadowRoot ? below(each.shadowRoot) : []);
  const below = (root) => [...root.querySelectorAll('*')].flatMap((each) => [each, ...inside(each)]);
  const hasRoom = (each) => each.getClientRects().length > 0;
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && hasRoom(each);
  const code = () => below(document).find((each) => each.matches('crypto-payment-qr'));
  const oneLine = (text) => text.replace(/\\s+/g, ' ').trim();
  const without = (text, hidden) => text.replace(hidden.innerText ?? '', '');
  const textOf = (each) => [...each.querySelectorAll('[aria-hidden=true]')].reduce(without, each.innerText ?? '');
  const nameOf = (each) => oneLine(each.getAttribute('aria-label') ?? textOf(each));
  const seen = () => below(document).filter((each) => each instanceof HTMLElement && isSeen(each));
`;

/** The code in a screenshot: width, height, and the brightness of each pixel. */
const SCAN = `${HELPERS}
  const { left, top, width, height } = code().getBoundingClientRect();
  const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/png' })).then((image) => {
    const size = { width: Math.round(width), height: Math.round(height) };
    const context = Object.assign(document.createElement('canvas'), size).getContext('2d');
    context.drawImage(image, -left, -top);
    const { data } = context.getImageData(0, 0, size.width, size.height);
    const grey = Array.from({ length: data.length / 4 }, (_, at) => String.fromCharCode(data[at * 4]));
    return [size.width, size.height, btoa(grey.join(''))];
  });
`;

/** A person with a browser and a wallet: knows only what is on the screen and in the clipboard. */
export class EnginePayer {
  constructor(
    readonly page: EnginePage,
    private readonly shopUrl: string,
    private readonly control: (path: string, body: unknown) => Promise<void>,
  ) {}

  async buy(product: string): Promise<void> {
    await this.page.open(this.shopUrl);
    await this.presses('button', `Buy ${product}`);
    await this.sees('How would you like to pay?');
  }

  /** Presses the control whose name begins like this, at its position. */
  async presses(selector: string, name: string): Promise<void> {
    let place: unknown = null;
    await until(async () => {
      place = await this.page.run(
        `${HELPERS}
        const [selector, name] = arguments;
        const found = seen().find((each) => each.matches(selector) && nameOf(each).startsWith(name));
        if (!found) return null;
        found.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = found.getBoundingClientRect();
        return [Math.round(left + width / 2), Math.round(top + height / 2)];`,
        selector,
        name,
      );
      return place !== null;
    }, `there is "${name}" to press`);
    assert.ok(Array.isArray(place));
    await this.page.click(Number(place[0]), Number(place[1]));
  }

  async sees(words: string): Promise<void> {
    await until(async () => (await this.reads()).includes(words), `the page says "${words}"`);
  }

  /** All visible text, in one line. */
  async reads(): Promise<string> {
    const text = await this.page.run(`${HELPERS}
      return oneLine(seen().flatMap((each) => [...each.childNodes])
        .filter((node) => node instanceof Text).map((node) => node.data).join(' '));`);
    return String(text);
  }

  /** The visible parts of the page that reach beyond the left or right edge of the window. */
  async overflowing(): Promise<unknown> {
    return this.page.run(`${HELPERS}
      const isSpokenOnly = (each) => each.closest('.hidden') !== null;
      return seen().filter((each) => !isSpokenOnly(each)).flatMap((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1 ? [each.tagName + ' ' + nameOf(each)] : [];
      });`);
  }

  /** The text that a copy button writes into the clipboard, pasted into another field. */
  async copies(what: 'amount' | 'address'): Promise<string> {
    await this.presses('button', `Copy ${what}`);
    await this.sees(what === 'amount' ? 'Amount copied' : 'Address copied');
    await this.page.run(`
      const field = document.createElement('textarea');
      field.id = 'pasted';
      document.body.prepend(field);
      field.focus();`);
    await this.page.paste();
    const pasted = async (): Promise<string> =>
      String(await this.page.run(`return document.querySelector('#pasted').value;`));
    await until(async () => (await pasted()) !== '', 'something is pasted');
    const text = await pasted();
    await this.page.run(`document.querySelector('#pasted').remove();`);
    return text;
  }

  /** The displayed address, its groups joined. */
  async address(): Promise<string> {
    let address = '';
    await until(async () => {
      const text = await this.page.run(`${HELPERS}
        return seen().find((each) => each.matches('.groups'))?.textContent.replace(/\\s/g, '') ?? '';`);
      address = String(text);
      return address !== '';
    }, 'there is an address');
    return address;
  }

  /** The text of the code on the screen. */
  async scans(): Promise<string> {
    await this.page.run(`${HELPERS} code().scrollIntoView({ block: 'center' });`);
    const read = await this.page.run(SCAN, await this.page.screenshot());
    assert.ok(Array.isArray(read));
    const grey = Buffer.from(String(read[2]), 'base64');
    const pixels = Uint8ClampedArray.from([...grey].flatMap((value) => [value, value, value, 255]));
    const text = jsqr(pixels, Number(read[0]), Number(read[1]))?.data;
    assert.ok(text, 'a camera reads nothing there');
    return text;
  }

  async sends(address: string, amount: string): Promise<void> {
    await this.control('payments', { address, amount });
  }

  async reloads(): Promise<void> {
    await this.page.open(await this.url());
  }

  async url(): Promise<string> {
    return String(await this.page.run('return location.href;'));
  }
}
