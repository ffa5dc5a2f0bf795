/** Clock of the proxy, in milliseconds since 1970. Tests can move it and share it with the sandbox. */
export interface Clock {
  nowMs(): number;
}
