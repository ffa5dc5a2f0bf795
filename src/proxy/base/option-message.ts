import { closestName } from '../../protocol/closest-name.js';

/** The problem with a value and its remedy: two sentences without their periods. */
export interface ProblemAndRemedy {
  readonly problem: string;
  readonly remedy: string;
}

/** Joins both for valibot, which has one text per issue. A remedy never contains a line break, but a value in a problem may. */
export function optionMessage(problem: string, remedy: string): string {
  return `${problem}\n${remedy}`;
}

/** Returns the remedy for an unknown name. It begins with the known name that was probably meant, if there is one. */
export function remedyForUnknown(name: string, known: readonly string[], remedy: string): string {
  const meant = closestName(name, known);
  return meant === undefined ? remedy : `Did you mean ${meant}? ${remedy}`;
}

/** Splits a message of `optionMessage`. */
export function toProblemAndRemedy(message: string): ProblemAndRemedy {
  const end = message.lastIndexOf('\n');
  return { problem: message.slice(0, end), remedy: message.slice(end + 1) };
}
