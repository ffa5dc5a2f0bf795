// Suggests the intended name in messages of the proxy and of the elements.

/** Maximum number of differences in a misspelling. */
const MAX_EDITS = 2;

/** Returns the known name that is closest to a misspelled one; `undefined` if none is close, or several are. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const { closest, edits } = nearest(name, known);
  return edits <= MAX_EDITS && closest.length === 1 ? closest[0] : undefined;
}

/** Returns the known name with the fewest differences, without a maximum; `undefined` if `known` is empty. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  return nearest(name, known).closest[0];
}

function nearest(name: string, known: readonly string[]) {
  const distances = known.map((other) => editDistance(name.toLowerCase(), other.toLowerCase()));
  const edits = Math.min(...distances);
  return { edits, closest: known.filter((_, index) => distances[index] === edits) };
}

/** Returns the number of letters to insert, remove or replace (the Levenshtein distance). */
function editDistance(from: string, to: string): number {
  let distances = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const next = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (distances[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (distances[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    distances = next;
  }
  return distances.at(-1) ?? 0;
}
