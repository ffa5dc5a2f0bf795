// Writes facts into the page. Foreign texts are only ever set as text.

export const byId = (id) => document.getElementById(id);

/** Adds an option for each of these texts that the select does not have yet. */
export function addOptions(select, texts) {
  const present = new Set(Array.from(select.options, ({ value }) => value));
  for (const text of texts) if (!present.has(text)) select.add(new Option(text, text));
}

/** Sets a text only if it differs, so that the reader's selection survives. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Fills the element of this name, and hides it if there is no text. */
export function setField(root, name, text) {
  const node = root.querySelector(`[data-field="${name}"]`);
  setText(node, text ?? '');
  node.hidden = !text;
}

export function fromTemplate(id) {
  /** @type {HTMLTemplateElement} */
  const template = document.querySelector(`template#${id}`);
  return document.importNode(template.content, true).firstElementChild;
}

/** Shows one element per thing, in this order. A thing keeps its element for as long as it has the same key. */
export function syncList(parent, things, keyOf, make, fill) {
  const known = (parent.known ??= new Map());
  const keys = new Set(things.map(keyOf));
  for (const [key, element] of known) {
    if (keys.has(key)) continue;
    element.remove();
    known.delete(key);
  }
  things.forEach((thing, index) => {
    const key = keyOf(thing);
    const element = known.get(key) ?? make(thing);
    known.set(key, element);
    if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null);
    fill(element, thing);
  });
}

/** Shows rows of texts. The first cell is the heading of its row. A table without rows is hidden. */
export function syncTable(body, rows) {
  body.parentElement.hidden = rows.length === 0;
  const fill = (row, texts) =>
    texts.forEach((text, index) => setText(row.children[index] ?? addCell(row, index), text));
  const keyOf = ([heading]) => heading;
  syncList(body, rows, keyOf, () => document.createElement('tr'), fill);
}

function addCell(row, index) {
  const cell = document.createElement(index === 0 ? 'th' : 'td');
  if (index === 0) cell.scope = 'row';
  return row.appendChild(cell);
}

/** Shows the entries of a log, newest first. */
export function syncLog(list, entries, keyOf, describe) {
  const fill = (item, entry) => {
    const { tone, ...fields } = describe(entry);
    for (const name of ['outcome', 'fault', 'url', 'body', 'attempts']) setField(item, name, fields[name]);
    setField(item, 'at', timeText(entry.at).slice(11));
    item.querySelector('[data-field="outcome"]').dataset.tone = tone;
  };
  syncList(list, entries.toReversed(), keyOf, () => fromTemplate('log-entry'), fill);
}

export function timeText(iso) {
  return iso.slice(0, 19).replace('T', ' ');
}

export function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
