import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { transform } from 'esbuild';
import { blocksOf, PAGES, projectFiles } from './docs-text.js';
import { readme, root, SAMPLES_FOLDER } from './readme-text.js';

const tsc = join(root, 'node_modules/typescript-native/bin/tsc');

/** Complete files, without the tests of a shop. */
const files = [...PAGES.flatMap((page) => blocksOf(page)), ...blocksOf('README.md', readme)].flatMap(
  ({ file, text }) =>
    file && /\.[jt]sx?$|\.vue$|\.svelte$/.test(file) && !file.includes('.test.') ? [{ file, text }] : [],
);
const ofProjects = projectFiles();
const own = files.filter(({ file }) => !ofProjects.has(file));
const scripts = own.filter(({ file }) => file.endsWith('.js'));
const typed = own.filter(({ file }) => file.endsWith('.ts'));

/** What cannot be TypeScript as it is. */
const TYPED = new Map(
  readdirSync(join(SAMPLES_FOLDER, 'typescript')).map((name) => [
    name,
    readFileSync(join(SAMPLES_FOLDER, 'typescript', name), 'utf8'),
  ]),
);

const OPTIONS = {
  ...{ target: 'ES2022', module: 'nodenext', lib: ['ES2023', 'DOM'], types: ['node'] },
  ...{ allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true },
  ...{
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noImplicitReturns: false,
  },
};

/** The errors of the compiler for these files together, with the packed types. */
function complaintsAbout(sources: Readonly<Record<string, string>>): string {
  // Inside the package, so that its own name leads to what was built.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'docs-types-'));
  try {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
    return spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Declares the client that examples of its methods use. */
const CLIENT = `import type { ServiceClient } from 'crypto-checkout/service';
declare const client: ServiceClient;
`;

/** The examples of docstrings below these folders of `src`, each as a file. */
function docstringExamples(folders: readonly string[]): Readonly<Record<string, string>> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, 'src', folder), { encoding: 'utf8', recursive: true })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(root, 'src', folder, path)),
  );
  const blocks = paths.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/@example\n\s*\* ```ts\n([\s\S]*?)\n\s*\* ```/g),
  ]);
  return Object.fromEntries(
    blocks.map(([, block = ''], index) => {
      const code = block.replaceAll(/^\s*\* ?/gm, '');
      return [`example-${index}.ts`, `${code.includes('import ') ? '' : CLIENT}${code}\nexport {};\n`];
    }),
  );
}

describe('the examples of docstrings', () => {
  const examples = docstringExamples(['service', 'sandbox', 'proxy']);

  it('pass TypeScript in strict mode', () => {
    assert.ok(Object.keys(examples).length > 8);
    assert.equal(complaintsAbout(examples), '');
  });

  it('would not pass with a misspelled option', () => {
    const [name = ''] = Object.keys(examples).filter((file) => examples[file]?.includes('shopId:'));
    const wrong = (examples[name] ?? '').replace('shopId:', 'shop:');
    assert.match(complaintsAbout({ [name]: wrong }), new RegExp(`${name}.*error`));
  });
});

describe('the files of a server in the documentation', () => {
  it('pass TypeScript in strict mode if they are JavaScript', () => {
    assert.ok(scripts.length > 8);
    assert.equal(complaintsAbout(Object.fromEntries(scripts.map(({ file, text }) => [file, text]))), '');
  });

  it('pass it with the ending of TypeScript too, each as it is or in its version with types', () => {
    const versions = Object.fromEntries(
      scripts.map(({ file, text }) => {
        const name = file.replace(/\.js$/, '.ts');
        return [name, TYPED.get(name) ?? text];
      }),
    );
    const others = Object.fromEntries(typed.map(({ file, text }) => [file, text]));
    assert.equal(complaintsAbout({ ...versions, ...others }), '');
  });

  it('do the same in their version with types', async () => {
    assert.ok(TYPED.size > 0);
    for (const [name, text] of TYPED) {
      const script = scripts.find(({ file }) => file === name.replace(/\.ts$/, '.js'));
      const [typed, plain] = await Promise.all([
        transform(text, { loader: 'ts', minifyWhitespace: true }),
        transform(script?.text ?? '', { loader: 'js', minifyWhitespace: true }),
      ]);
      assert.equal(typed.code, plain.code, name);
    }
  });

  it('would not pass with a misspelled name', () => {
    for (const [file, right, wrong] of [
      ['shop.js', 'event.order.id', 'event.order.number'],
      ['express.js', 'toNodeListener(proxy)', 'toNodeListener(express)'],
      ['fulfill.js', 'event.fulfill', 'event.isFulfilled'],
    ] as const) {
      const sources = Object.fromEntries(scripts.map((script) => [script.file, script.text]));
      const text = sources[file] ?? assert.fail(file);
      assert.ok(text.includes(right), `${file} has ${right}`);
      assert.match(
        complaintsAbout({ ...sources, [file]: text.replace(right, wrong) }),
        new RegExp(`${file}.*error`),
      );
    }
  });

  it('belong to a project that is checked and built if they are of a framework', () => {
    const others = own.filter((file) => !scripts.includes(file) && !typed.includes(file));
    assert.deepEqual(others, []);
  });
});
