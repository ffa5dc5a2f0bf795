/**
 * An amount in groups of three, for the eye alone: `1234567.891234` → `['1', '234', '567', '.891', '234']`.
 * Joined, the parts are the amount again: what is copied, encoded or spoken is the amount itself.
 */
export function groupDigits(amount: string): readonly string[] {
  const [whole = '', fraction] = amount.split('.');
  const first = whole.length % 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/.{3}/g) ?? [])].filter(
    (part) => part !== '',
  );
  if (fraction === undefined) return groups;
  return [...groups, ...(`.${fraction}`.match(/\.?.{1,3}/g) ?? [])];
}
