import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PUBLISHED, READ, TOOLS } from './licenses.js';

const root = join(import.meta.dirname, '../..');

interface Locked {
  readonly license?: unknown;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Every package of the lock file, by its own name. */
function lockedPackages(): readonly (readonly [name: string, entry: Locked])[] {
  const lock: { packages: Record<string, Locked> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => [path.replace(/^.*node_modules\//, ''), entry]);
}

function licenseOf(name: string, { license }: Locked): string {
  return READ[name] ?? (typeof license === 'string' ? license : 'none that the lock file knows');
}

/** Every package that a file of src imports, without the path in it; those of Node are omitted. */
function importedBySource(): ReadonlySet<string> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const names = files.flatMap((file) => {
    const text = readFileSync(join(root, 'src', file), 'utf8');
    return [
      ...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '((?:@[\w-]+\/)?[\w-][\w.-]*)[^']*';$/gm),
    ];
  });
  return new Set(names.flatMap(([, name]) => (name && name !== 'node' ? [name] : [])));
}

const packages = lockedPackages();

describe('the licenses', () => {
  it('of all installed packages are allowed', () => {
    assert.ok(packages.length > 500);
    const others = packages
      .map(([name, entry]) => ({ name, license: licenseOf(name, entry) }))
      .filter(({ license }) => !TOOLS.has(license));
    assert.deepEqual(others, []);
  });

  it('of all packages that a shop installs with this one may be passed on', () => {
    const shipped = packages.filter(([, { dev, devOptional }]) => !dev && !devOptional);
    assert.ok(shipped.length >= 5);
    for (const [name, entry] of shipped) assert.ok(PUBLISHED.has(licenseOf(name, entry)), name);
  });

  it('of all published parts may be passed on', () => {
    const imported = importedBySource();
    assert.ok(imported.has('qrcode') && imported.has('jose'));
    for (const name of imported) {
      const found = packages.filter(([locked]) => locked === name);
      assert.ok(found.length > 0 || name === 'crypto-checkout', name);
      for (const [, entry] of found) assert.ok(PUBLISHED.has(licenseOf(name, entry)), name);
    }
  });

  it("in the list of a person's reading are still needed", () => {
    for (const name of Object.keys(READ)) {
      const entries = packages.filter(([locked]) => locked === name);
      assert.ok(entries.length > 0, `${name} is not installed any more`);
      for (const [, { license }] of entries)
        assert.ok(typeof license !== 'string' || !TOOLS.has(license), name);
    }
  });
});
