import { createRequire } from 'node:module';

/** Asked for by the package's own name: the built file lies in another folder than this one. */
export function version(): string {
  const manifest: unknown = createRequire(import.meta.url)('crypto-checkout/package.json');
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isManifest ? String(manifest.version) : 'unknown';
}
