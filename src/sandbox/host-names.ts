/** Names that always resolve to this machine (RFC 6761 §6.3), so no other site can use them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/;

/** Validates host names. @param subject the option or variable, for the message @throws {Error} if a name is not a host name */
export function parseHostNames(names: readonly string[], subject: string): readonly string[] {
  const invalid = names.find((name) => !/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i.test(name));
  if (invalid === undefined) return names.map((name) => name.toLowerCase());
  throw new Error(
    `${subject} contains ${JSON.stringify(invalid)}. Use host names without scheme and port, such as sandbox.`,
  );
}

/**
 * Returns whether the `Host` header names the sandbox. Prevents DNS rebinding: a site could resolve its own name to this machine, and
 * its pages could then control the sandbox.
 * @param header the `Host` header; HTTP/1.0 programs may omit it, browsers never do
 * @param own accepted host names in lowercase, IPv6 addresses in brackets
 */
export function isOwnHost(header: string | undefined, own: readonly string[]): boolean {
  if (header === undefined) return true;
  const name = header.replace(/:\d+$/, '').toLowerCase();
  return LOOPBACK.test(name) || own.includes(name);
}

/** Returns an address in the form that a URL uses. */
export function hostOfAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain.toLowerCase()}]` : plain.toLowerCase();
}
