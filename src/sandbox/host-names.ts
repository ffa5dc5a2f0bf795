/** Names that resolve to this machine only (RFC 6761 §6.3), so that no other site can use them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/;

/** @param subject the option or variable, for the message. @throws {Error} if a name is not a host name */
export function parseHostNames(names: readonly string[], subject: string): readonly string[] {
  const invalid = names.find((name) => !/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i.test(name));
  if (invalid === undefined) return names.map((name) => name.toLowerCase());
  throw new Error(
    `${subject} contains ${JSON.stringify(invalid)}. Use host names without scheme and port, such as sandbox.`,
  );
}

/**
 * Returns whether a request was meant for the sandbox. Without this check, a site could resolve its own name to this
 * machine, and its pages could read and control the sandbox (DNS rebinding).
 * @param header the `Host` header; HTTP/1.0 programs may omit it, browsers never do
 * @param own the accepted host names in lower case, IPv6 addresses in brackets
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
