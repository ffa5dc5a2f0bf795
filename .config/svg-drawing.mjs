// @ts-check
// Reads an SVG file, which is hostile text until proven otherwise, into a list of filled paths.
import { parseXml, XmlElement, XmlText } from '@rgrove/parse-xml';

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

/** @param {import('@rgrove/parse-xml').XmlNode} node */
const isSpace = (node) => node instanceof XmlText && node.text.trim() === '';

/**
 * Returns the elements of a drawing, parents first.
 * @param {readonly import('@rgrove/parse-xml').XmlNode[]} nodes
 * @returns {readonly XmlElement[]}
 * @throws {Error} for everything that is not on the list: text, comments, document types and instructions too
 */
function allowed(nodes) {
  return nodes.flatMap((node) => {
    if (isSpace(node)) return [];
    if (!(node instanceof XmlElement)) throw new Error(`a node of type "${node.type}" is not allowed`);
    const { name, attributes, children } = node;
    const values = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined;
    if (!values) throw new Error(`element <${name}> is not allowed`);
    for (const [key, value] of Object.entries(attributes))
      if (!Object.hasOwn(values, key) || !values[key]?.test(value))
        throw new Error(`<${name} ${key}="${value}"> is not allowed`);
    return [node, ...allowed(children)];
  });
}

/** @param {XmlElement} element */
const parentOf = ({ parent }) => (parent instanceof XmlElement ? parent : null);

/**
 * Gradient id: the color it begins with. Marks are drawn flat.
 * @param {readonly XmlElement[]} elements
 */
function gradients(elements) {
  const stops = elements.filter((each) => each.name === 'stop' && parentOf(each)?.name === 'linearGradient');
  return new Map(
    stops.toReversed().map((stop) => [parentOf(stop)?.attributes['id'], stop.attributes['stop-color']]),
  );
}

/** @param {string} text */
function shapesIn(text) {
  const document = parseXml(text, { preserveComments: true, preserveDocumentType: true });
  const elements = allowed(document.children);
  const colors = gradients(elements);
  return elements
    .filter(({ name }) => name === 'path')
    .flatMap((path) => {
      const { d = '', fill = '', ...rules } = path.attributes;
      if (parentOf(path)?.name === 'clipPath') {
        if (d !== 'M0 0h24v24H0z') throw new Error(`clipped by ${d}`);
        return [];
      }
      const reference = REFERENCE.exec(fill);
      const color = reference ? colors.get(reference[1]) : fill;
      if (!color) throw new Error(`a path has the fill "${fill}", which is no color`);
      return [{ d, fill: color, ...(rules['fill-rule'] === 'evenodd' && { evenOdd: true }) }];
    });
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
  try {
    const shapes = shapesIn(text);
    if (shapes.length === 0) throw new Error('nothing is drawn');
    return shapes;
  } catch (cause) {
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
