import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PUBLISHED } from '../repository/licenses.js';
import { root } from './readme-text.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const HEADING = /^## (?<name>\S+) - (?<version>\S+) \((?<license>[^)]+)\)$/gm;

/** The libraries of a list, each with its license and its text. */
function listed(file: string): ReadonlyMap<string, { readonly license: string; readonly text: string }> {
  const all = read(`dist/${file}`);
  const headings = [...all.matchAll(HEADING)];
  return new Map(
    headings.map(({ index, 0: heading, groups }, place) => {
      const text = all.slice(index + heading.length, headings[place + 1]?.index).trim();
      return [groups?.['name'] ?? '', { license: groups?.['license'] ?? '', text }];
    }),
  );
}

/** The packages that the files of a folder of src load, but for types. */
function importedBelow(...folders: readonly string[]): readonly string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join('src', folder, file)),
  );
  const imports = /^(?:import|export) (?!type )[^;]*?from '((?:@[\w-]+\/)?[\w-][\w.-]*)[^']*';$/gm;
  const names = files.flatMap((file) => [...read(file).matchAll(imports)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => !name.startsWith('node') && name !== 'crypto-checkout').sort();
}

const BROWSER = [
  'adapters',
  'checkout',
  'controllers',
  'define',
  'elements',
  'events',
  'i18n',
  'payment',
  'protocol',
];
const INSTALLED = ['lit', '@floating-ui/dom', 'react', 'vue'];
const LISTS = [
  {
    file: 'licenses-browser.md',
    libraries: importedBelow(...BROWSER).filter((name) => !INSTALLED.includes(name)),
  },
  // Without the checks of addresses, which only servers load.
  { file: 'licenses-single-file.md', libraries: ['lit', 'lit-html', '@floating-ui/dom', 'qrcode'] },
  { file: 'licenses-elements.md', libraries: ['lit', 'lit-html', '@floating-ui/dom', 'qrcode'] },
  { file: 'licenses-merchant-elements.md', libraries: ['lit', 'lit-html', 'lit-element'] },
  {
    file: 'licenses-server.md',
    libraries: importedBelow(...BROWSER, 'cli', 'proxy', 'render', 'sandbox', 'service', 'styles').filter(
      (name) => name !== 'pg',
    ),
  },
];

describe('the licenses of bundled libraries', () => {
  for (const { file, libraries } of LISTS) {
    it(`${file} has every library in it, with the license text that it requires`, () => {
      const list = listed(file);
      assert.ok(libraries.length >= 3, libraries.join());
      for (const name of libraries) assert.ok(list.has(name), `${file} lacks ${name}`);
      for (const [name, { license, text }] of list) {
        assert.ok(PUBLISHED.has(license), `${name}: ${license}`);
        assert.ok(text.length > 400, `${name} has no license text`);
      }
    });
  }

  it('are packed with it', () => {
    const { files }: { files: readonly string[] } = JSON.parse(read('package.json'));
    assert.ok(files.includes('dist') && !files.some((each) => /^!.*licen/.test(each)));
  });
});
