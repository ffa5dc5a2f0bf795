import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { StoreError } from './store-error.js';

/**
 * Rejects an older version of an optional package. npm accepts any version, because a project may use the elements alone and need
 * the package for other purposes.
 * @param needed the oldest supported version
 * @throws {StoreError} if the installed version is older; the message contains both versions
 */
export function assertVersion(name: string, needed: string): void {
  const found = installedVersion(name);
  if (found === null || found.localeCompare(needed, 'en', { numeric: true }) >= 0) return;
  throw new StoreError(
    `needs ${name} ${needed} or newer, and ${found} is installed`,
    `Update it: npm install ${name}@latest`,
  );
}

/** Returns `null` if a bundler has included the package, because the version is then lost. */
function installedVersion(name: string): string | null {
  try {
    const folder = `/node_modules/${name}/`;
    // Not every package exports its `package.json`.
    const entry = createRequire(import.meta.url)
      .resolve(name)
      .replaceAll('\\', '/');
    const home = entry.slice(0, entry.lastIndexOf(folder) + folder.length);
    const manifest: unknown = JSON.parse(readFileSync(`${home}package.json`, 'utf8'));
    const isKnown = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
    return isKnown && typeof manifest.version === 'string' ? manifest.version : null;
  } catch {
    return null;
  }
}
