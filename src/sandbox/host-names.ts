/** Names that lead nowhere but to this machine (RFC 6761 §6.3): no page of another site can be reached by one. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/;

/** @param subject what the names were given as. @throws {Error} for what is no name of a host */
export function parseHostNames(names: readonly string[], subject: string): readonly string[] {
  const wrong = names.find((name) => !/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i.test(name));
  if (wrong === undefined) return names.map((name) => name.toLowerCase());
  throw new Error(
    `${subject} holds ${JSON.stringify(wrong)}. Give names of hosts without scheme and port, such as sandbox.`,
  );
}

/**
 * Decides whether a request was meant for the sandbox. Without this, a site could have its own name lead to this machine,
 * and its pages would read and steer the sandbox as their own (DNS rebinding).
 * @param header the `Host` header; programs may leave it out over HTTP/1.0, browsers never do
 * @param own in lower case, IPv6 addresses in brackets
 */
export function isOwnHost(header: string | undefined, own: readonly string[]): boolean {
  if (header === undefined) return true;
  const name = header.replace(/:\d+$/, '').toLowerCase();
  return LOOPBACK.test(name) || own.includes(name);
}

/** Returns an address as a URL holds it. */
export function hostOfAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain.toLowerCase()}]` : plain.toLowerCase();
}
