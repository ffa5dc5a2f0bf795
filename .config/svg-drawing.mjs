// @ts-check
// Reads an SVG file, which is hostile text until proven otherwise, into a list of filled paths.

/** Element: its allowed attributes, and their allowed values. Everything else is refused. */
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const ID = /^[\w-]+$/;
const REFERENCE = /^url\(#([\w-]+)\)$/;
const PATH = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,-]+$/;
const EVEN_ODD = /^evenodd$/;
/** @type {Readonly<Record<string, Readonly<Record<string, RegExp>>>>} */
const ELEMENTS = {
  svg: {
    xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
    width: /^24$/,
    height: /^24$/,
    fill: /^none$/,
    viewBox: /^0 0 24 24$/,
    class: /^web3icons$/,
  },
  g: { 'clip-path': REFERENCE },
  path: {
    'd': PATH,
    'fill': new RegExp(`${COLOR.source}|${REFERENCE.source}`, 'i'),
    'fill-rule': EVEN_ODD,
    'clip-rule': EVEN_ODD,
  },
  defs: {},
  clipPath: { id: ID },
  linearGradient: {
    id: ID,
    x1: NUMBER,
    x2: NUMBER,
    y1: NUMBER,
    y2: NUMBER,
    gradientUnits: /^userSpaceOnUse$/,
  },
  stop: { 'stop-color': COLOR, 'offset': NUMBER },
};

const TAG = /\s*<(\/?)([A-Za-z]+)((?:\s+[\w-]+="[^"<>&]*")*)\s*(\/?)>\s*/y;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/**
 * Text between tags, comments, entities, processing instructions: nothing of them matches, and all is
 * refused.
 * @param {string} name
 * @param {string} text
 */
function tagsOf(name, text) {
  const tags = [];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < text.length) {
    const at = TAG.lastIndex;
    const match = TAG.exec(text);
    if (!match) throw new Error(`${name}: no plain tag at "${text.slice(at, at + 60)}"`);
    const [, closes, element = '', attributes = '', closesItself] = match;
    tags.push({
      element,
      closes: closes === '/',
      closesItself: closesItself === '/',
      attributes: checked(name, element, attributes),
    });
  }
  return tags;
}

/**
 * @param {string} name
 * @param {string} element
 * @param {string} text
 */
function checked(name, element, text) {
  const allowed = Object.hasOwn(ELEMENTS, element) ? ELEMENTS[element] : undefined;
  if (!allowed) throw new Error(`${name}: element <${element}> is not allowed`);
  /** @type {Record<string, string>} */
  const attributes = {};
  for (const [, key = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    const isPlain = Object.hasOwn(allowed, key) && allowed[key]?.test(value);
    if (!isPlain || key in attributes)
      throw new Error(`${name}: <${element} ${key}="${value}"> is not allowed`);
    attributes[key] = value;
  }
  return attributes;
}

/**
 * The tags with the names of their ancestors.
 * @param {string} name
 * @param {ReturnType<typeof tagsOf>} tags
 */
function nested(name, tags) {
  /** @type {(typeof tags)[number][]} */
  const open = [];
  const found = [];
  for (const tag of tags) {
    if (tag.closes) {
      if (open.pop()?.element !== tag.element) throw new Error(`${name}: </${tag.element}> closes nothing`);
      continue;
    }
    found.push({ ...tag, inside: open.map(({ element }) => element), parent: open.at(-1) });
    if (!tag.closesItself) open.push(tag);
  }
  if (open.length > 0) throw new Error(`${name}: <${open.at(-1)?.element}> is not closed`);
  return found;
}

/**
 * Gradient id: the color it begins with. Marks are drawn flat.
 * @param {ReturnType<typeof nested>} tags
 */
function gradients(tags) {
  /** @type {Map<string | undefined, string | undefined>} */
  const colors = new Map();
  for (const { element, attributes, parent } of tags) {
    if (element !== 'stop' || parent?.element !== 'linearGradient') continue;
    if (!colors.has(parent.attributes['id'])) colors.set(parent.attributes['id'], attributes['stop-color']);
  }
  return colors;
}

/**
 * @param {string} name
 * @param {string | undefined} fill
 * @param {ReturnType<typeof gradients>} colors
 * @returns {string}
 */
function flatColor(name, fill, colors) {
  const reference = REFERENCE.exec(fill ?? '');
  const color = reference ? colors.get(reference[1]) : fill;
  if (!color) throw new Error(`${name}: a path has the fill ${fill}, which is no color`);
  return color;
}

/**
 * Returns the paths of a field of 24 × 24. Ids, references and gradients are gone, so that nothing in it can
 * clash or point elsewhere. The one clip that is allowed is that of the whole field, which changes nothing.
 * @param {string} name
 * @param {string} text
 * @returns {{ d: string, fill: string, evenOdd?: boolean }[]}
 * @throws {Error} for an element, attribute or value that is not on the list
 */
export function readDrawing(name, text) {
  const tags = nested(name, tagsOf(name, text));
  const colors = gradients(tags);
  /** @type {{ d: string, fill: string, evenOdd?: boolean }[]} */
  const shapes = [];
  for (const { element, attributes, inside } of tags) {
    if (element !== 'path') continue;
    if (inside.includes('clipPath')) {
      if (attributes['d'] !== 'M0 0h24v24H0z') throw new Error(`${name}: clipped by ${attributes['d']}`);
      continue;
    }
    const evenOdd = attributes['fill-rule'] === 'evenodd';
    shapes.push({
      d: attributes['d'] ?? '',
      fill: flatColor(name, attributes['fill'], colors),
      ...(evenOdd && { evenOdd }),
    });
  }
  if (shapes.length === 0) throw new Error(`${name}: nothing is drawn`);
  return shapes;
}
