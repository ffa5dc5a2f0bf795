// The twin's receipt once money is on its way: the text and rows of ours, and as many drawings, by hand.
const NETWORK =
  '<svg viewBox="0 0 20 20"><path d="M3 4l14 3-8 10z"></path></svg><span>on TRON (TRC-20)</span>';
const said = (path, title, text) =>
  `<div class="said"><span class="figure"><svg viewBox="0 0 20 20"><path d="${path}"></path></svg></span>` +
  `<h2>${title}</h2><p>${text} You can close this page. There’s nothing else to do.</p></div>`;
const step = (label, extra = '') => `<li><span class="dot"></span><span>${label}</span>${extra}</li>`;
const fact = (label, name) => `<div class="fact"><dt>${label}</dt><dd class="${name}"></dd></div>`;
const TRANSFER = '<div class="fact"><dt>Transaction</dt><dd><a class="transaction"></a></dd></div>';

const template = (html) => Object.assign(document.createElement('template'), { innerHTML: html });
const TEMPLATES = {
  detected: template(
    `${said('M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z', 'Payment detected', 'It’s being confirmed on TRON.')}
    <div class="slip"><div><span class="label">On its way</span><p class="sum"></p><p class="network">${NETWORK}</p></div>
    <ol>${step('Detected on TRON')}${step('Confirming', '<span>often a minute or less</span>')}${step('Paid')}</ol>
    <dl>${TRANSFER}</dl></div>`,
  ),
  processing: template(
    `${said('M10 5v5l3 2', 'Processing your payment', 'We’ll keep checking for updates.')}
    <div class="slip"><dl>${fact('Requested', 'requested')}<div class="fact"><dt>Network</dt><dd>${NETWORK}</dd></div>
    ${TRANSFER}${fact('Reference', 'reference')}</dl></div>`,
  ),
};

/** New nodes, as ours has them, with what belongs to this payment written into them. */
export function receipt(state, invoice, transaction) {
  const nodes = TEMPLATES[state].content.cloneNode(true);
  const write = (name, text) => {
    const part = nodes.querySelector(`.${name}`);
    if (part) part.textContent = text;
  };
  write('sum', `${invoice.amount} USDT`);
  write('requested', `${invoice.amount} USDT`);
  write('reference', invoice.id);
  const link = nodes.querySelector('a');
  link.textContent = `${transaction.slice(0, 6)}…${transaction.slice(-6)}`;
  link.href = `https://tronscan.org/#/transaction/${transaction}`;
  return nodes;
}
