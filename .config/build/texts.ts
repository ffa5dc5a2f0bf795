// Writes the texts that come from the documentation: quick, so an edit of a page does not need a whole build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { accessibilityReport } from '../../test/accessibility/report.js';
import { integrationGuide, llmsTxt } from './integration-guide.js';

const TEXTS: Readonly<Record<string, string>> = {
  'dist/accessibility-conformance.md': accessibilityReport(),
  'dist/integration.md': integrationGuide(),
  // Programs look for it in the root of the package; it is in the repository.
  'llms.txt': llmsTxt(),
};
for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(root, name), text);
