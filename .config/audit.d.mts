export function judged(output: string): {
  readonly verdict: 'clean' | 'found' | 'not offered' | 'unclear';
  readonly lines: readonly string[];
};
