import { loadElements } from '../../proxy/settings.js';
import { type Finding, failed, ok } from './finding.js';

/** Checks that the package contains the files that the proxy serves to pages. */
export async function checkElements(load: typeof loadElements = loadElements): Promise<Finding> {
  const files = await load().catch(() => []);
  return files.length > 0
    ? ok('elements', `${files.length} files for elements.js`)
    : failed(
        'elements',
        'the files for elements.js are missing',
        'install the package again, or run npm run build',
      );
}
