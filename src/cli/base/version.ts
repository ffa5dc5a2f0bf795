import { createRequire } from 'node:module';

/** Resolves the manifest by package name, since the built file lies in another folder than this source. */
export function version(): string {
  const manifest: unknown = createRequire(import.meta.url)('crypto-checkout/package.json');
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}
