// Run in every page before all else: tells by `tellBench`, once each, when the payer sees rows, drawings or a code, and when
// a press on a row is answered, in milliseconds since the navigation began. It watches changes: a look in every frame would
// make each of them one in which the styles of all that moves are calculated.
(() => {
  const { last } = globalThis.asked;
  const AGAIN_MS = 10;
  const told = new Set();
  const observed = new Set();
  const observer = new MutationObserver(look);
  let shift = 0;
  let isPressing = false;

  const send = (name, value) => globalThis.tellBench(JSON.stringify({ name, value }));
  function tell(name, value) {
    if (told.has(name)) return;
    told.add(name);
    send(name, value);
    if (told.has('content') && told.has(last)) afterFrame(() => tell('shift', shift));
  }

  const onEntries = (type, use) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  onEntries('layout-shift', ({ value }) => (shift += value));
  onEntries(
    'paint',
    ({ name, startTime }) => name === 'first-contentful-paint' && tell('content', startTime),
  );

  function observe(root) {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['width'] });
  }

  /** Nothing else tells of a root that an element attaches. */
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    observe(root);
    return root;
  };

  function rootsIn(root = document) {
    observe(root);
    const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return [root, ...inner.flatMap(rootsIn)];
  }

  const all = (within, selector) => within.flatMap((each) => [...each.querySelectorAll(selector)]);
  const findRows = () => all(rootsIn(), '[role=option]');

  function inTask(work) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = work;
    port2.postMessage(null);
  }
  /** A message comes after the frame that the payer sees. */
  const afterFrame = (work) => requestAnimationFrame(() => inTask(work));
  const markAfterFrame = (name) => afterFrame(() => tell(name, performance.now()));

  function look() {
    const rows = findRows();
    if (rows.length > 0 && !told.has('drawn') && areDrawn(rows)) markAfterFrame('drawn');
    if (rows.length > 0 && !told.has('seen')) markAfterFrame('seen');
    if (rows.length > 0 && last === 'answered' && !isPressing) afterFrame(press);
    isPressing ||= rows.length > 0;
    if (!told.has('code') && rootsIn().some(hasCode)) markAfterFrame('code');
  }

  const checkout = () => document.querySelector('crypto-checkout');
  /** Not as a server has rendered it: the element itself knows what is to be paid. A floor is ready when it answers. */
  const isReady = () => checkout() === null || Boolean(checkout().state);

  /** Letters stand for drawings that have not come; floors have none. */
  function areDrawn(rows) {
    const marks = all(rows, '[part=currency-icon]');
    return isReady() && (marks.length === 0 || all(marks, 'path').length > 0);
  }

  /** The canvas of bitcoin-connect is there before it is drawn, and has a width then. */
  const hasCode = ({ host }) =>
    (host?.localName === 'crypto-payment-qr' && host.shadowRoot.querySelector('path') !== null) ||
    (host?.localName === 'bc-send-payment' && host.shadowRoot.querySelector('canvas[width]') !== null);

  const lookOf = (rows) =>
    rows.map((row) => row.querySelector('.name')?.textContent + row.ariaSelected).join();

  /** Presses a coin with several networks, where there is one: that sends no request. */
  function press() {
    const rows = findRows();
    if (rows.length === 0 || !isReady()) return void setTimeout(press, AGAIN_MS);
    const before = lookOf(rows);
    const atMs = performance.now();
    send('press', atMs);
    (rows.find((row) => row.querySelector('.marks')) ?? rows[0]).click();
    inTask(function wait() {
      if (lookOf(findRows()) === before) return void setTimeout(checkout() ? wait : press, AGAIN_MS);
      tell('usable', atMs);
      markAfterFrame('answered');
    });
  }

  document.addEventListener('DOMContentLoaded', look);
  observe(document);
})();
