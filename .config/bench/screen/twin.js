// The payment screen by hand, as small and as quick as one can write it: what ours is measured against.
import QRCode from 'qrcode/lib/core/qrcode.js';

const STYLE = `:host{display:block;width:24rem;font:16px/1.5 system-ui;color:#17171a}.row{display:flex;gap:1rem}
.sum{font-size:1.75rem;font-weight:600}.code{width:11rem;height:11rem;background:#fff}p{margin:.5rem 0}
.address{font-family:monospace;word-break:break-all}button{font:inherit;padding:.5rem 1rem}`;

function path(text) {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  let drawn = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (data[y * size + x]) drawn += `M${x} ${y}h1v1h-1z`;
  return { size, drawn };
}

const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

export class BenchTwin extends HTMLElement {
  #root = this.attachShadow({ mode: 'open' });
  #part = (name) => this.#root.querySelector(`.${name}`);

  set invoice(invoice) {
    const { size, drawn } = path(invoice.address);
    this.#root.innerHTML = `<style>${STYLE}</style><div class="row"><p class="sum"></p><p class="left"></p></div>
      <p class="state" role="status"></p><p class="address"></p><p><button>Copy</button></p>
      <svg class="code" viewBox="0 0 ${size} ${size}"><path d="${drawn}"></path></svg>`;
    this.#part('sum').textContent = `${invoice.due} ${invoice.currency}`;
    this.#part('address').textContent = invoice.address.match(/.{1,4}/g).join(' ');
    this.#part('code').setAttribute('aria-label', invoice.address);
    const copy = () => void navigator.clipboard.writeText(invoice.address);
    this.#root.querySelector('button').addEventListener('click', copy);
  }

  set state(state) {
    this.#part('state').textContent = state;
    this.#part('code').toggleAttribute('hidden', state !== 'awaiting');
  }
}

/** All of them hang on one timer, and write one text each when it differs. */
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
