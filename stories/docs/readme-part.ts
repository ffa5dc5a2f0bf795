import readme from '../../README.md?raw';

/** The table of the readme whose heading begins so: what stands there is written once. */
export function readmeTable(heading: string): string {
  const lines = readme.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading}`));
  if (start < 0) throw new Error(`The readme has no table that begins with ${heading}`);
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start, start + length).join('\n');
}
