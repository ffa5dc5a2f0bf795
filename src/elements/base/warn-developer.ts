export function warnDeveloper(text: string, tag = 'crypto-checkout'): void {
  // eslint-disable-next-line no-console -- the one place of the elements that speaks to developers
  console.warn(`<${tag}>: ${text}`);
}
