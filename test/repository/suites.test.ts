import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compiledIn, groupTests, newFolder } from '../runner/compile-tests.js';
import { proven } from '../proxy/laws.js';
import { inputsOf, proofOf } from '../runner/proofs.js';
import { GROUPS, isTest, suiteAt, SUITES } from '../suites.js';

const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`);
const testsOf = (names: readonly string[]) =>
  new Set(names.flatMap((name) => SUITES[name]?.commands(() => true).flat() ?? []).filter(isTest));
/** The version of its framework may need a newer Node. */
const needsNewerNode = (file: string) => /^test\/frameworks\/.*\.nightly\./.test(file);

describe('the suites', () => {
  it('run every test file', () => {
    const run = testsOf(Object.keys(SUITES));
    assert.ok(all.length > 200);
    assert.deepEqual(
      all.filter((file) => !run.has(file) && !needsNewerNode(file)),
      [],
    );
  });

  it('of npm test run what is neither slow nor nightly nor about PostgreSQL alone, and nothing else', () => {
    const expected = all.filter((file) => !/\.(slow|nightly)\.|^test\/postgres\//.test(file));
    assert.deepEqual([...testsOf(GROUPS['quick'] ?? [])].sort(), expected.sort());
  });

  it('may be a folder by its name or path: what is quick in it, or all if nothing is', () => {
    const files = (name: string) =>
      suiteAt(name)
        ?.commands(() => true)
        .flat()
        .filter(isTest);
    const payment = all.filter((file) => file.startsWith('test/payment/'));
    for (const name of ['payment', 'test/payment', 'test/payment/'])
      assert.deepEqual(files(name)?.toSorted(), payment.toSorted(), name);
    const proxy = all.filter((file) => file.startsWith('test/proxy/') && !file.includes('.slow.'));
    assert.deepEqual(files('test/proxy')?.toSorted(), proxy.toSorted());
    assert.deepEqual(
      files('faults')?.toSorted(),
      all.filter((file) => file.startsWith('test/faults/')).toSorted(),
    );
    assert.deepEqual(files('test/payment/amount.test.ts'), ['test/payment/amount.test.ts']);
    for (const name of ['', 'nothing', 'until.ts', 'test', '..', 'test/payment/nothing.test.ts'])
      assert.equal(suiteAt(name), undefined, name);
  });

  it('are known by the names that the contributing guide says to run', () => {
    const guide = readFileSync('.github/CONTRIBUTING.md', 'utf8');
    const [, table = ''] = /^## Where to change what\n([^]*?)^## /m.exec(guide) ?? [];
    const cells = [...table.matchAll(/`([^`]+)` +\|$/gm)].map(([, names = '']) => names);
    assert.ok(cells.length > 8);
    for (const name of cells.join(' ').split(' '))
      assert.ok(Object.hasOwn(SUITES, name) || suiteAt(name) !== undefined, name);
  });

  it('run every file on PostgreSQL whose name says so', () => {
    const run = testsOf(['postgres', 'postgres-slow']);
    assert.deepEqual([...run].sort(), all.filter((file) => file.includes('.postgres.')).sort());
  });

  it('know no test file by another ending', () => {
    const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(?:^|\/)node_modules\//.test(name))
      .filter((name) => /\.(?:spec|tests?)\.\w+$/.test(name) && !name.endsWith('.test.ts'));
    assert.deepEqual(files, []);
  });

  it('know no other word in the name of a file', () => {
    const words = all.flatMap((file) => (file.split('/').at(-1) ?? '').split('.').slice(1, -2));
    assert.deepEqual([...new Set(words)].sort(), ['engines', 'nightly', 'postgres', 'slow']);
  });

  it('run every file once that shares a process with others', () => {
    const files = all.slice(0, 25);
    const folder = newFolder();
    const groups = groupTests(files, 12, folder).map((path) => readFileSync(path, 'utf8').trim().split('\n'));
    assert.deepEqual(
      groups.map(({ length }) => length),
      [9, 8, 8],
    );
    assert.deepEqual(
      groups.flat().toSorted(),
      files.map((file) => `import "${pathToFileURL(compiledIn(folder, file)).href}";`).toSorted(),
    );
  });
});

describe('what a test depends on', () => {
  const inputs = (file: string) => inputsOf(`test/${file}`);

  it('is what it imports, and what that imports', () => {
    const found = inputs('payment/amount.test.ts');
    for (const file of ['test/payment/amount.test.ts', 'src/payment/amount.ts'])
      assert.ok(found.includes(file), file);
    assert.ok(!found.some((file) => /^src\/(proxy|elements)\//.test(file)));
  });

  it('is each file that it names, and each file of a folder that it names', () => {
    assert.ok(
      inputs('payment/payment-uri-vectors.test.ts').includes('test/payment/vectors/payment-uris.json'),
    );
    assert.ok(
      inputs('elements/layout-shift.engines.test.ts').includes('stories/docs/Embedding.mdx'),
      'by its URL',
    );
    const found = inputs('i18n/catalogs.test.ts');
    assert.ok(found.filter((file) => file.startsWith('src/locales/compiled/')).length > 20);
  });

  it('is also a tool that it runs, or that npm runs for it, in a folder whose name begins with a dot', () => {
    for (const [file, input] of [
      ['adapters/coin-icon.test.ts', '.config/icons.mjs'],
      ['elements/shop-mark.test.ts', '.github/checkout.png'],
      ['server-example/start.test.ts', '.config/start.mjs'],
    ] as const)
      assert.ok(inputs(file).includes(input), `${file}: ${input}`);
  });

  it('is the whole checkout for a test about the repository or the package', () => {
    for (const file of ['repository/suites.test.ts', 'package/readme.test.ts'])
      assert.ok(inputs(file).includes('README.md') && inputs(file).includes('src/proxy/index.ts'), file);
  });

  it('is part of what its pass has shown, with the way in which it was run', () => {
    const file = 'test/payment/amount.test.ts';
    assert.equal(proofOf(['unit'], file), proofOf(['unit'], file));
    assert.notEqual(proofOf(['unit'], file), proofOf(['firefox'], file));
    assert.notEqual(proofOf(['unit'], file), proofOf(['unit'], 'test/payment/fiat.test.ts'));
    // Both read the whole checkout.
    const [readme, guide] = ['test/package/readme.test.ts', 'test/package/guide.slow.test.ts'];
    assert.notEqual(proofOf(['package'], readme), proofOf(['package'], guide));
  });
});

describe('a law in a thread of its own', () => {
  const run = (code: string) => proven(new Worker(code, { eval: true }));

  it('holds once the thread reports it', () =>
    run("require('node:worker_threads').parentPort.postMessage('it holds')"));

  it('fails with the error or the exit code of a thread that dies', async () => {
    await assert.rejects(run("throw new Error('broken')"), /broken/);
    await assert.rejects(run('process.exit(3)'), /code 3/);
    await assert.rejects(run(''), /code 0/);
  });
});
