/**
 * An id as one part of a path (RFC 3986, section 3.3). What no id can be, half a letter (which cannot be written in
 * UTF-8) or dots alone (which lead to another path), becomes one that nobody has.
 */
export function pathPart(id: string): string {
  return encodeURIComponent(id.replace(/^\.+$|\p{Cs}/gu, '\ufffd'));
}
