/**
 * Rejects an older version of a framework. npm installs any, because a project may use the tags alone.
 * @param needed the oldest supported version
 * @throws {Error} if the version in use is older; names both
 */
export function assertVersion(framework: string, needed: string, found: string | undefined): void {
  if (found !== undefined && found.localeCompare(needed, 'en', { numeric: true }) >= 0) return;
  throw new Error(
    `This component needs ${framework} ${needed} or newer, and found ${found ?? 'an older version'}. ` +
      `Update ${framework}, or import crypto-checkout/define and use the tags.`,
  );
}
