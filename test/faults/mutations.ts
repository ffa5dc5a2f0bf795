// Hostile variants of a valid example: data that a broken service, an intermediary, or an attacker may send. Runs in
// Node and in browsers.
import fc from 'fast-check';
import { anyCharacter } from '../any-character.js';

/** JSON that can be invalid: duplicate keys, numbers that no program would write. */
type Tree =
  | { readonly kind: 'object'; readonly entries: readonly (readonly [key: string, value: Tree])[] }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'raw'; readonly text: string };

/** Texts that have broken parsers before; each also replaces keys. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  'None',
  'null',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-0',
  '1e9999',
  '1e-9999',
  '0x10',
  '1,5',
  '١٢٣',
  '\u0000',
  '\ud800',
  '\udc00x',
  '\ufeff',
  '\u202eabc',
  '%',
  '%ff',
  '%00',
  '../../../etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '\u001b[2J',
  "'; drop table checkouts; --",
  '${polluted}{{polluted}}',
  'line\r\nset-cookie: a=b',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  'x'.repeat(70_000),
  '9'.repeat(5_000),
];

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** As JSON text, sometimes invalid. */
const HOSTILE_JSON: readonly string[] = [
  ...['null', 'true', 'false', '{}', '[]', '[null]', '[[]]', '{"":""}'],
  ...['0', '-0', '-1', '-0.0', '1e999', '-1e999', '1e-999', '1E+400', '0.1e1000000000', '5e-324'],
  ...['9007199254740993', '0.1234567890123456789', `1${'0'.repeat(5_000)}`, `0.${'0'.repeat(5_000)}1`],
  ...['NaN', 'Infinity', '-Infinity', '01', '.5', '1.', '0x10', 'undefined', "'x'", '"\\u12"'],
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":null,"valueOf":1,"length":-1,"then":"x","toJSON":1}',
  deep('[', ']', 3_000),
  `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  ...HOSTILE_TEXTS.map((text) => JSON.stringify(text)),
];

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return { kind: 'raw', text: JSON.stringify(value) };
  return { kind: 'object', entries: Object.entries(value).map(([key, item]) => [key, treeOf(item)]) };
}

function written(tree: Tree): string {
  if (tree.kind === 'raw') return tree.text;
  if (tree.kind === 'list') return `[${tree.items.map(written).join(',')}]`;
  return `{${tree.entries.map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join(',')}}`;
}

/** The number of nodes of a tree, including its root. */
function places(tree: Tree): number {
  const inner =
    tree.kind === 'list' ? tree.items : tree.kind === 'object' ? tree.entries.map(([, v]) => v) : [];
  return inner.reduce((sum, item) => sum + places(item), 1);
}

interface Change {
  readonly at: number;
  readonly does: 'replace' | 'delete' | 'rename' | 'repeat' | 'wrap' | 'grow';
  readonly json: string;
  readonly text: string;
}

type Entry = readonly [key: string, value: Tree];

/** The change of the entry at the node. */
function changedEntry([key, value]: Entry, { does, json, text }: Change): readonly Entry[] {
  const raw: Tree = { kind: 'raw', text: json };
  switch (does) {
    case 'replace':
      return [[key, raw]];
    case 'delete':
      return [];
    case 'rename':
      return [[text, value]];
    case 'repeat':
      return [
        [key, value],
        [key, raw],
      ];
    case 'wrap':
      return [[key, { kind: 'list', items: [value] }]];
    case 'grow':
      return [
        [key, value],
        [text, raw],
      ];
  }
}

/** @param place in this tree, counted from the root on */
function changed(tree: Tree, change: Change, place = 0): Tree {
  if (tree.kind === 'raw') return tree;
  const before: Entry[] =
    tree.kind === 'list' ? tree.items.map((item) => ['', item]) : tree.entries.map((entry) => entry);
  let at = place + 1;
  const after = before.flatMap(([key, value]): readonly Entry[] => {
    const here = at;
    at += places(value);
    if (here === change.at) return changedEntry([key, value], change);
    return [[key, change.at > here && change.at < at ? changed(value, change, here) : value]];
  });
  return tree.kind === 'list'
    ? { kind: 'list', items: after.map(([, value]) => value) }
    : { kind: 'object', entries: after };
}

/** The change of a text. */
const damage: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string) => text) },
  fc.nat(1_000).map((part) => (text: string) => text.slice(0, (text.length * part) / 1_000)),
  fc
    .tuple(fc.nat(1_000), fc.constantFrom('\u0000', '\ufeff', '\ud800', '\\', '"', '}', ',', '\u2028'))
    .map(([part, letter]) => (text: string) => {
      const at = Math.floor((text.length * part) / 1_000);
      return text.slice(0, at) + letter + text.slice(at);
    }),
  fc.constantFrom(
    (text: string) => `\ufeff${text}`,
    (text: string) => `${text}${text}`,
    (text: string) => `)]}',\n${text}`,
    (text: string) => `[${text}]`,
    () => '',
    () => '<!doctype html><title>502 Bad Gateway</title>',
  ),
);

/** Texts that were the JSON of `example` before up to three changes; some are not JSON any more. */
export function mutatedJson(example: unknown): fc.Arbitrary<string> {
  const tree = treeOf(example);
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.integer({ min: 1, max: Math.max(places(tree) - 1, 1) }),
    does: fc.constantFrom('replace', 'replace', 'replace', 'delete', 'rename', 'repeat', 'wrap', 'grow'),
    json: fc.oneof(fc.constantFrom(...HOSTILE_JSON), fc.json({ maxDepth: 3 })),
    text: fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: anyCharacter })),
  });
  const trees = fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((rest: Tree, each) => changed(rest, each), tree));
  return fc.tuple(trees, damage).map(([each, damaged]) => damaged(written(each)));
}

/** The results of `JSON.parse` for such texts, if they are JSON. */
export function mutatedValue(example: unknown): fc.Arbitrary<unknown> {
  return mutatedJson(example)
    .filter(isJson)
    .map((text): unknown => JSON.parse(text));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Any text similar to one of these: hostile, cut, with inserted letters, repeated, or unrelated. */
export function mutatedText(...examples: readonly string[]): fc.Arbitrary<string> {
  const near = fc.tuple(fc.constantFrom(...examples), damage).map(([text, damaged]) => damaged(text));
  return fc.oneof(near, fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: anyCharacter }), fc.string());
}
