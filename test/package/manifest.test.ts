import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { warningForAttribute } from '../../src/elements/base/developer-warnings.js';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

interface Named {
  readonly name: string;
  readonly description?: string;
}

interface Typed extends Named {
  readonly type?: { readonly text: string };
  readonly default?: string;
}

interface Member extends Typed {
  readonly kind: 'field' | 'method';
  readonly attribute?: string;
  readonly privacy?: string;
  readonly readonly?: boolean;
}

interface Declaration extends Named {
  readonly tagName: string;
  readonly members: readonly Member[];
  readonly attributes: readonly (Typed & { readonly fieldName: string })[];
  readonly events: readonly Typed[];
  readonly slots: readonly Named[];
  readonly cssParts: readonly Named[];
  readonly cssProperties: readonly Typed[];
  readonly cssStates: readonly Named[];
}

interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly {
    readonly path: string;
    readonly declarations: readonly Declaration[];
    readonly exports: readonly { readonly kind: string; readonly name: string }[];
  }[];
}

/** The properties of the built class. */
interface ElementClass {
  readonly observedAttributes: readonly string[];
  readonly elementProperties: ReadonlyMap<
    string,
    { readonly attribute?: string | boolean; readonly state?: true }
  >;
  readonly parts?: string;
}

interface CustomData {
  readonly tags?: readonly { readonly name: string; readonly attributes: readonly ValueList[] }[];
  readonly properties?: readonly Named[];
  readonly pseudoElements?: readonly Named[];
}

interface WebTypes {
  readonly version: string;
  readonly contributions: {
    readonly html: {
      readonly elements: readonly (Named & {
        readonly attributes?: readonly Named[];
        readonly events?: readonly Named[];
      })[];
    };
  };
}

interface ValueList extends Named {
  readonly values: readonly Named[];
}

const read = (name: string): string => readFileSync(join(dist, name), 'utf8');
const manifest = JSON.parse(read('custom-elements.json')) as Manifest;
const elements = manifest.modules.flatMap(({ declarations }) => declarations);
const entry = async (name: string) => (await import(pathToFileURL(join(dist, name)).href)) as object;
const classes = { ...(await entry('index.js')), ...(await entry('merchant.js')) } as Readonly<
  Record<string, ElementClass>
>;

const names = (list: readonly Named[]): readonly string[] => list.map(({ name }) => name).sort();

function element(tag: string): Declaration {
  const found = elements.find(({ tagName }) => tagName === tag);
  assert.ok(found, `${tag} is in the manifest`);
  return found;
}

const STAFF = 'endpoint, session-url, locale, theme';

/** Section 7 of the design: tags, and the attributes that a page may rely on. */
const FIXED = {
  'crypto-checkout':
    'endpoint, order, checkout, currency, currencies, locale, theme, mode, open, credentials, return-after, resume-url',
  'crypto-checkout-button':
    'endpoint, order, checkout, currency, currencies, locale, theme, credentials, return-after, resume-url, disabled',
  'crypto-deposit': 'endpoint, customer, currency, currencies, locale, theme, credentials',
  'crypto-currency-picker': 'name, value, required, disabled, currencies, inline, label, locale, theme',
  'crypto-payment-panel': 'currency, resume-url, locale, theme',
  'crypto-payment-qr': 'payload, label, open, locale, theme',
  'crypto-countdown': 'expires-at, starts-at, locale, theme',
  'crypto-copy-field': 'value, label, long-label, announcement, locale, theme',
  'crypto-status-badge': 'state, locale, theme',
  'crypto-receipt': 'outcome, locale, theme',
  'crypto-merchant': STAFF,
  'crypto-merchant-attention': STAFF,
  'crypto-merchant-payments': `payment, ${STAFF}`,
  'crypto-merchant-balances': STAFF,
  'crypto-merchant-statistics': STAFF,
  'crypto-merchant-payouts': `payout-url, ${STAFF}`,
};

const CHECKOUT_EVENTS = [
  ...[
    'crypto-ready',
    'crypto-currency-change',
    'crypto-invoice-created',
    'crypto-state-change',
    'crypto-paid',
  ],
  ...[
    'crypto-overpaid',
    'crypto-partial',
    'crypto-expired',
    'crypto-canceled',
    'crypto-error',
    'crypto-close',
  ],
  'crypto-return',
].sort();

describe('the manifest of the elements', () => {
  it('has every element, under the module that defines it', () => {
    assert.deepEqual(elements.map(({ tagName }) => tagName).sort(), Object.keys(FIXED).sort());
    for (const { path, declarations, exports } of manifest.modules) {
      assert.ok(existsSync(join(root, path)), path);
      assert.ok(declarations.length === 1 || path === 'dist/merchant.js');
      assert.deepEqual(
        exports.map(({ name }) => name).sort(),
        declarations.flatMap(({ name, tagName }) => [name, tagName]).sort(),
      );
    }
  });

  for (const [tag, attributes] of Object.entries(FIXED)) {
    it(`has the attributes of ${tag} that pages rely on`, () => {
      const missing = attributes.split(', ').filter((name) => !names(element(tag).attributes).includes(name));
      assert.deepEqual(missing, []);
    });
  }

  it('has every event of a checkout, at the element and at its button', () => {
    for (const tag of ['crypto-checkout', 'crypto-checkout-button'])
      assert.deepEqual(names(element(tag).events), CHECKOUT_EVENTS);
  });

  it('has every slot of a checkout', () => {
    const slots = ['error', 'expired', 'footer', 'header', 'success', 'support'];
    assert.deepEqual(names(element('crypto-checkout').slots), slots);
  });

  for (const { tagName, name, ...described } of elements) {
    it(`describes all of ${tagName} in a sentence`, () => {
      const { members, attributes, events, slots, cssParts, cssProperties, cssStates } = described;
      const mute = [members, attributes, events, slots, cssParts, cssProperties, cssStates]
        .flat()
        .filter(({ description }) => !description?.trim());
      assert.deepEqual(names(mute), []);
      assert.ok(described.description);
    });

    it(`gives every property of ${tagName} a type, and every attribute a default`, () => {
      const fields = described.members.filter(({ kind }) => kind === 'field');
      const untyped = [...fields, ...described.attributes, ...described.events].filter(
        ({ type }) => !type?.text,
      );
      assert.deepEqual(names(untyped), []);
      assert.deepEqual(
        names(described.attributes.filter((attribute) => attribute.default === undefined)),
        [],
      );
    });

    it(`describes ${tagName} as the built class is: attributes, properties and parts`, () => {
      const { observedAttributes, elementProperties, parts } = classes[name] ?? assert.fail(name);
      assert.deepEqual(names(described.attributes), [...observedAttributes].sort());
      const settable = [...elementProperties].flatMap(([property, { state }]) => (state ? [] : [property]));
      const fields = described.members.filter((member) => member.kind === 'field' && !member.readonly);
      assert.deepEqual(names(fields), settable.sort());
      const exported = new Set(parts?.split(',').map((part) => part.trim()));
      assert.deepEqual(
        [...exported].filter((part) => !names(described.cssParts).includes(part)),
        [],
      );
    });

    it(`names nothing of ${tagName} twice, and no internals`, () => {
      const lists = [described.members, described.attributes, described.events, described.cssParts];
      for (const list of lists) assert.equal(new Set(names(list)).size, list.length);
      const hidden = described.members.filter(
        (member) => member.privacy ?? /^[#_]|Callback$/.test(member.name),
      );
      assert.deepEqual(names(hidden), []);
    });
  }

  it('has the same tags and events as the maps of the DOM, with the same classes', () => {
    const mapped = ['elements', 'merchant-elements'].flatMap((file) => [
      ...read(`types/dom/${file}.d.ts`).matchAll(/^ +'(crypto-[\w-]+)': (.*);$/gm),
    ]);
    const classes = new Map(elements.map(({ tagName, name }) => [tagName, new Set([name])]));
    for (const { name, type } of elements.flatMap(({ events }) => events))
      if (name.startsWith('crypto-'))
        classes.set(name, (classes.get(name) ?? new Set()).add(type?.text ?? ''));
    assert.deepEqual(
      mapped.map(([, name, type]) => `${name}: ${type}`).sort(),
      [...classes].map(([name, types]) => `${name}: ${[...types].join(' | ')}`).sort(),
    );
  });

  it('lists the possible values of a text', () => {
    const { attributes } = element('crypto-checkout-button');
    const typeOf = (name: string) => attributes.find((one) => one.name === name)?.type?.text;
    assert.equal(typeOf('theme'), "'auto' | 'light' | 'dark'");
    assert.equal(typeOf('credentials'), "'include' | 'omit' | 'same-origin'");
  });

  it('names no folder of the machine that built it, and no source', () => {
    for (const file of [
      'custom-elements.json',
      'vscode.html-custom-data.json',
      'vscode.css-custom-data.json',
      'web-types.json',
    ])
      for (const word of [root, 'src/', 'node_modules'])
        assert.ok(!read(file).includes(word), `${word} in ${file}`);
  });

  it('is at the path in package.json', () => {
    const named = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly customElements: string;
      readonly exports: Readonly<Record<string, unknown>>;
    };
    assert.equal(named.customElements, 'dist/custom-elements.json');
    assert.equal(named.exports['./custom-elements.json'], './dist/custom-elements.json');
  });
});

describe('the warnings in development', () => {
  it('know the values of every attribute that has a list of them', () => {
    for (const { tagName, attributes } of elements) {
      for (const { name, type } of attributes) {
        const texts = type?.text.split(' | ') ?? [];
        const isList = texts.length > 1 && texts.every((text) => /^'.*'$/.test(text));
        if (!isList) continue;
        const values = texts.map((text) => text.slice(1, -1)).filter(Boolean);
        for (const value of values) assert.equal(warningForAttribute(tagName, name, value), null, value);
        const warning = warningForAttribute(tagName, name, 'nonsense');
        assert.match(warning ?? '', /"nonsense" is not understood/, `${tagName} ${name}`);
      }
    }
  });
});

describe('the custom data for editors', () => {
  it('completes tags, attributes and their values', () => {
    const { tags = [] } = JSON.parse(read('vscode.html-custom-data.json')) as CustomData;
    assert.deepEqual(names(tags), Object.keys(FIXED).sort());
    const attributes = tags.find(({ name }) => name === 'crypto-checkout')?.attributes ?? [];
    const values = (name: string) => names(attributes.find((one) => one.name === name)?.values ?? []);
    assert.deepEqual(values('mode'), ['inline', 'modal']);
    assert.deepEqual(values('credentials'), ['include', 'omit', 'same-origin']);
    assert.deepEqual(values('order'), []);
    assert.ok(values('theme').every((value) => !/['"]/.test(value)));
    const panel = tags.find(({ name }) => name === 'crypto-payment-panel')?.attributes ?? [];
    const codes = panel.find(({ name }) => name === 'currency')?.values ?? [];
    assert.ok(codes.some(({ name }) => name === 'USDT_TRC20'));
  });

  it('exists for JetBrains too, in the version of the package', () => {
    const found = JSON.parse(read('web-types.json')) as WebTypes;
    const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly 'version': string;
      readonly 'web-types': string;
    };
    assert.equal(packageJson['web-types'], './dist/web-types.json');
    assert.equal(found.version, packageJson.version);
    assert.deepEqual(names(found.contributions.html.elements), Object.keys(FIXED).sort());
    for (const { name, attributes = [], events = [] } of found.contributions.html.elements) {
      assert.deepEqual(names(attributes), names(element(name).attributes));
      assert.deepEqual(names(events), names(element(name).events));
    }
  });

  it('completes custom properties and parts, each once', () => {
    const { properties = [], pseudoElements = [] } = JSON.parse(
      read('vscode.css-custom-data.json'),
    ) as CustomData;
    for (const list of [properties, pseudoElements]) {
      assert.equal(new Set(names(list)).size, list.length);
      assert.deepEqual(names(list.filter(({ description }) => !description)), []);
    }
    assert.ok(names(properties).includes('--crypto-accent'));
    assert.ok(names(pseudoElements).includes('::part(button-primary)'));
  });
});
