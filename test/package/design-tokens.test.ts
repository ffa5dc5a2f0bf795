import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { tokenList } from '../../.config/build/tokens.js';
import { root } from './readme-text.js';

/** The rules of the format, https://www.designtokens.org/TR/2025.10/format, for the types in use. */
const reference = v.pipe(v.string(), v.regex(/^\{(?:light|dark)\.[\w-]+\}$/));
const orReference = <const Schema extends v.GenericSchema>(schema: Schema) => v.union([schema, reference]);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const color = v.strictObject({
  colorSpace: v.literal('srgb'),
  components: v.strictTuple([share, share, share]),
  alpha: v.optional(share),
  hex: v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/)),
});
const finite = v.pipe(v.number(), v.finite());
const dimension = v.strictObject({ value: finite, unit: v.picklist(['px', 'rem']) });
const duration = v.strictObject({ value: v.pipe(v.number(), v.minValue(0)), unit: v.picklist(['ms', 's']) });
const shadow = v.strictObject({
  ...{ color: orReference(color), offsetX: dimension, offsetY: dimension },
  ...{ blur: dimension, spread: dimension },
});
const VALUES = {
  color,
  dimension,
  fontFamily: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.nonEmpty()),
  fontWeight: v.pipe(v.number(), v.minValue(1), v.maxValue(1000)),
  number: finite,
  shadow: v.pipe(v.array(shadow), v.nonEmpty()),
  border: v.strictObject({
    ...{ color: orReference(color), width: dimension },
    style: v.picklist(['solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'outset', 'inset']),
  }),
  transition: v.strictObject({
    ...{ duration, delay: duration },
    timingFunction: v.strictTuple([share, finite, share, finite]),
  }),
} as const;
const isType = (name: string): name is keyof typeof VALUES => Object.hasOwn(VALUES, name);

const name = v.pipe(v.string(), v.regex(/^[^${}.][^{}.]*$/));
const token = v.strictObject({
  $type: v.pipe(v.string(), v.check(isType)),
  $value: v.unknown(),
  $description: v.pipe(v.string(), v.nonEmpty()),
  $extensions: v.strictObject({
    'crypto-checkout': v.strictObject({ property: v.string(), default: v.optional(v.string()) }),
  }),
});
const file = v.strictObject({
  $schema: v.literal('https://www.designtokens.org/schemas/2025.10/format.json'),
  $description: v.string(),
  light: v.record(name, token),
  dark: v.record(name, token),
});
type Token = v.InferOutput<typeof token>;

const tokens = v.parse(file, JSON.parse(readFileSync(join(root, 'dist/tokens.json'), 'utf8')));
const all = [...Object.values(tokens.light), ...Object.values(tokens.dark)];

/** The token that a reference ends at, over others. */
function resolved({ $type, $value }: Token, before: readonly unknown[] = []): Token['$value'] {
  if (!v.is(reference, $value)) return $value;
  assert.ok(!before.includes($value), `${$value} refers to itself`);
  const [scheme = '', target = ''] = $value.slice(1, -1).split('.');
  const found = scheme === 'dark' ? tokens.dark[target] : tokens.light[target];
  assert.ok(found, `${$value} exists`);
  assert.equal(found.$type, $type, $value);
  return resolved(found, [...before, $value]);
}

describe('the design tokens', () => {
  it('are complete, in light and in dark, each with its purpose and its custom property', () => {
    const expected = tokenList().map(({ property, value }) => ({
      property,
      ...(value && { default: value }),
    }));
    for (const group of [tokens.light, tokens.dark]) {
      const own = Object.values(group).map(({ $extensions }) => $extensions['crypto-checkout']);
      assert.deepEqual(own, expected);
    }
  });

  it('have values of their type, also over references', () => {
    for (const one of all) {
      assert.ok(isType(one.$type));
      const { issues } = v.safeParse(VALUES[one.$type], resolved(one));
      assert.equal(
        issues,
        undefined,
        `${one.$extensions['crypto-checkout'].property}: ${JSON.stringify(issues)}`,
      );
    }
  });

  it('have the colors of their scheme', () => {
    const hexOf = (one: Token | undefined) => v.parse(color, one && resolved(one)).hex;
    assert.equal(hexOf(tokens.light['accent-text']), '#2659d9');
    assert.equal(hexOf(tokens.dark['accent-text']), '#9ab6ff');
    assert.equal(hexOf(tokens.dark['focus']), '#9ab6ff');
  });

  it('refer to tokens of their own scheme, in borders too', () => {
    const references = (group: object) =>
      [...JSON.stringify(group).matchAll(/"\{(\w+)\.([\w-]+)\}"/g)].map(([, scheme, target = '']) => {
        assert.ok(target in group, target);
        return scheme;
      });
    assert.deepEqual(new Set(references(tokens.light)), new Set(['light']));
    assert.deepEqual(new Set(references(tokens.dark)), new Set(['dark']));
  });

  it('are an import of the package', () => {
    const path = createRequire(join(root, 'test/package/')).resolve('crypto-checkout/tokens.json');
    assert.equal(path, join(root, 'dist/tokens.json'));
  });
});
