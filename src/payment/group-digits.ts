/** Splits an amount for display: `1234567.891234` → `['1', '234', '567', '.891', '234']`. Joined, it is the amount. */
export function groupDigits(amount: string): readonly string[] {
  const [whole = '', fraction] = amount.split('.');
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/.{3}/g) ?? [])].filter(
    (part) => part !== '',
  );
  if (fraction === undefined) return groups;
  return [...groups, ...(`.${fraction}`.match(/\.?.{1,3}/g) ?? [])];
}
