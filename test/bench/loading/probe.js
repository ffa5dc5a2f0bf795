// Run in every page before everything else: reports by `reportToBench`, once each, when the payer sees rows, drawings or a code,
// and when a press on a row is answered, in milliseconds since the navigation began. It observes changes: a check in every frame
// would add a style calculation to each of them.
(() => {
  const { last } = globalThis.benchOptions;
  const AGAIN_MS = 10;
  const reported = new Set();
  const observed = new Set();
  const observer = new MutationObserver(check);
  let shift = 0;
  let isPressing = false;

  const send = (name, value) => globalThis.reportToBench(JSON.stringify({ name, value }));
  function report(name, value) {
    if (reported.has(name)) return;
    reported.add(name);
    send(name, value);
    if (reported.has('content') && reported.has(last)) afterFrame(() => report('shift', shift));
  }

  const onEntries = (type, use) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  onEntries('layout-shift', ({ value }) => (shift += value));
  onEntries(
    'paint',
    ({ name, startTime }) => name === 'first-contentful-paint' && report('content', startTime),
  );

  function observe(root) {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['width'] });
  }

  /** No other event reports a root that an element attaches. */
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
  const markAfterFrame = (name) => afterFrame(() => report(name, performance.now()));

  function check() {
    const rows = findRows();
    if (rows.length > 0 && !reported.has('drawn') && areDrawn(rows)) markAfterFrame('drawn');
    if (rows.length > 0 && !reported.has('seen')) markAfterFrame('seen');
    if (rows.length > 0 && last === 'answered' && !isPressing) afterFrame(press);
    isPressing ||= rows.length > 0;
    if (!reported.has('code') && rootsIn().some(hasCode)) markAfterFrame('code');
  }

  const checkout = () => document.querySelector('crypto-checkout');
  /** Not as a server has rendered it: the element itself has the checkout. A floor is ready when it responds. */
  const isReady = () => checkout() === null || Boolean(checkout().state);

  /** Letters replace drawings that have not loaded; floors have none. */
  function areDrawn(rows) {
    const marks = all(rows, '[part=currency-icon]');
    return isReady() && (marks.length === 0 || all(marks, 'path').length > 0);
  }

  /** The canvas of bitcoin-connect exists before it is drawn, and has a width then. */
  const hasCode = ({ host }) =>
    (host?.localName === 'crypto-payment-qr' && host.shadowRoot.querySelector('path') !== null) ||
    (host?.localName === 'bc-send-payment' && host.shadowRoot.querySelector('canvas[width]') !== null);

  const lookOf = (rows) =>
    rows.map((row) => row.querySelector('.name')?.textContent + row.ariaSelected).join();

  /** Presses a coin with several networks, if there is one: that sends no request. */
  function press() {
    const rows = findRows();
    if (rows.length === 0 || !isReady()) return void setTimeout(press, AGAIN_MS);
    const before = lookOf(rows);
    const atMs = performance.now();
    send('press', atMs);
    (rows.find((row) => row.querySelector('.marks')) ?? rows[0]).click();
    inTask(function wait() {
      if (lookOf(findRows()) === before) return void setTimeout(checkout() ? wait : press, AGAIN_MS);
      report('usable', atMs);
      markAfterFrame('answered');
    });
  }

  document.addEventListener('DOMContentLoaded', check);
  observe(document);
})();
