/** Putting facts on the page. Foreign texts are only ever set as text. */
export const DOM_JS = String.raw`
export const byId = (id) => document.getElementById(id);

/** Leaves a text alone that is right already, so that a selection in it survives. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Fills the element with this name; what has no text is not shown, and neither is its row. */
export function setField(root, name, text) {
  const node = root.querySelector('[data-field="' + name + '"]');
  setText(node, text ?? '');
  (node.closest('[data-row]') ?? node).hidden = !text;
}

export function fromTemplate(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

/** One element per thing, in this order. An element stays the same as long as its thing has the same key. */
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

/** Rows of texts; the first cell is the row's heading. */
export function syncTable(body, rows) {
  const make = () => body.ownerDocument.createElement('tr');
  syncList(
    body,
    rows,
    ([heading]) => heading,
    make,
    (row, texts) => {
      texts.forEach((text, index) => setText(row.children[index] ?? addCell(row, index), text));
    },
  );
}

function addCell(row, index) {
  const cell = document.createElement(index === 0 ? 'th' : 'td');
  if (index === 0) cell.scope = 'row';
  return row.appendChild(cell);
}

export function timeText(iso) {
  return iso.slice(0, 19).replace('T', ' ');
}

export function duration(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return Math.floor(hours / 24) + ' days';
  const rest = two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
  return hours > 0 ? hours + ':' + rest : rest;
}
`;
