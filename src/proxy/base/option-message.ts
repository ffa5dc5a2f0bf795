/** What is wrong with a value, and what to do: two sentences without their periods. */
export interface ProblemAndRemedy {
  readonly problem: string;
  readonly remedy: string;
}

/** Joins both for valibot, which carries one text per issue. A remedy never contains a line break; a value may. */
export function optionMessage(problem: string, remedy: string): string {
  return `${problem}\n${remedy}`;
}

/** Returns the remedy for an unknown name. It begins with the known name that was probably meant, if there is one. */
export function remedyForUnknown(name: string, known: readonly string[], remedy: string): string {
  const meant = closestName(name, known);
  return meant === undefined ? remedy : `Did you mean ${meant}? ${remedy}`;
}

/** Differences that still count as a misspelling. */
const MAX_EDITS = 2;

/** Returns the known name that is closest to a misspelled one; `undefined` if none is close, or several are. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const edits = known.map((other) => editDistance(name.toLowerCase(), other.toLowerCase()));
  const fewest = Math.min(...edits);
  const closest = known.filter((_, index) => edits[index] === fewest);
  return fewest <= MAX_EDITS && closest.length === 1 ? closest[0] : undefined;
}

/** Returns how many letters to insert, remove or replace (the Levenshtein distance). */
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

export function toProblemAndRemedy(message: string): ProblemAndRemedy {
  const end = message.lastIndexOf('\n');
  return { problem: message.slice(0, end), remedy: message.slice(end + 1) };
}
