// The payment screen by hand, as small and as fast as possible: the baseline for ours.
import QRCode from 'qrcode/lib/core/qrcode.js';
import { receipt } from './baseline-receipt.js';

const STYLE = `:host{display:block;width:24rem;font:16px/1.5 system-ui;color:#17171a}.row{display:flex;gap:1rem}
.sum{font-size:1.75rem;font-weight:600}.code{width:11rem;height:11rem;background:#fff}p{margin:.5rem 0}
.address{font-family:monospace;word-break:break-all}button{font:inherit;padding:.5rem 1rem}
.said{text-align:center}.figure{display:inline-grid;width:4rem;height:4rem;border-radius:50%;background:#eef}
.slip{border:1px solid #ddd;border-radius:12px}.fact{display:flex;justify-content:space-between}svg{width:1.25rem}`;

function path(text) {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  let drawn = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (data[y * size + x]) drawn += `M${x} ${y}h1v1h-1z`;
  return { size, drawn };
}

const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

export class BenchTwin extends HTMLElement {
  #invoice;
  #root = this.attachShadow({ mode: 'open' });
  #part = (name) => this.#root.querySelector(`.${name}`);

  set invoice(invoice) {
    this.#invoice = invoice;
    const { size, drawn } = path(invoice.address);
    this.#root.innerHTML = `<style>${STYLE}</style><p class="state" role="status"></p><div class="payment">
      <div class="row"><p class="sum"></p><p class="left"></p></div><p class="address"></p><p><button>Copy</button></p>
      <svg class="code" viewBox="0 0 ${size} ${size}"><path d="${drawn}"></path></svg></div><div class="receipt"></div>`;
    this.#part('sum').textContent = `${invoice.due} ${invoice.currency}`;
    this.#part('address').textContent = invoice.address.match(/.{1,4}/g).join(' ');
    this.#part('code').setAttribute('aria-label', invoice.address);
    const copy = () => void navigator.clipboard.writeText(invoice.address);
    this.#root.querySelector('button').addEventListener('click', copy);
  }

  set state(state) {
    this.#part('state').textContent = state;
    const isPaying = state === 'awaiting';
    this.#part('payment').hidden = !isPaying;
    const shown = isPaying ? [] : [receipt(state, this.#invoice, this.transaction)];
    this.#part('receipt').replaceChildren(...shown);
  }
}

/** All of them share one timer, and write one text each if it differs. */
const all = new Set();
let timer;

export class BenchCountdown extends HTMLElement {
  now = () => 0;
  expiresAtMs = 0;
  #shown = '';
  #text = new Text();

  connectedCallback() {
    this.append(this.#text);
    all.add(this);
    timer ??= setInterval(() => all.forEach((each) => each.tick()), 1000);
    this.tick();
  }

  disconnectedCallback() {
    all.delete(this);
    if (all.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  tick() {
    const text = clock(Math.max(0, this.expiresAtMs - this.now()));
    if (text !== this.#shown) this.#text.data = this.#shown = text;
  }
}
