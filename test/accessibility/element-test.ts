import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'test/elements';
const files = readdirSync(join(import.meta.dirname, '../elements'));

/** The test file of that name, whatever its name also says about when and where it runs. */
export function elementTest(name: string): string {
  const file = files.find((other) => other.startsWith(`${name}.`) && other.endsWith('.test.ts'));
  if (file === undefined)
    throw new Error(`${FOLDER} has no test "${name}". Correct its name in test/accessibility.`);
  return `${FOLDER}/${file}`;
}
