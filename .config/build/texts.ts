// Writes the texts of dist that come from the documentation: quick, so an edit of a page does not need a whole build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { accessibilityReport } from '../../test/accessibility/report.js';
import { integrationGuide, llmsTxt } from './integration-guide.js';

const TEXTS: Readonly<Record<string, string>> = {
  'accessibility-conformance.md': accessibilityReport(),
  'integration.md': integrationGuide(),
  'llms.txt': llmsTxt(),
};
for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(root, 'dist', name), text);
