import * as v from 'valibot';
import { closestName } from '../../protocol/closest-name.js';

const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ problem: v.string(), remedy: v.string() }),
);

/** Encodes both for valibot, which has one text per issue. The option is the path of the issue. */
export function optionMessage(problem: string, remedy: string): string {
  return JSON.stringify({ problem, remedy });
}

/** Returns the remedy for an unknown name. It begins with the known name that was probably meant, if there is one. */
export function remedyForUnknown(name: string, known: readonly string[], remedy: string): string {
  const meant = closestName(name, known) ?? completed(name, known);
  return meant === undefined ? remedy : `Did you mean ${meant}? ${remedy}`;
}

/** Returns the known name of which this one is the beginning, such as `expiresInSeconds` for `expiresIn`. */
function completed(name: string, known: readonly string[]): string | undefined {
  const longer = known.filter((other) => name.length >= 4 && other.startsWith(name));
  return longer.length === 1 ? longer[0] : undefined;
}

/**
 * Returns a fault for each issue.
 * @param root name of the whole, in code; `null`: its fields have no prefix, and it is called "options"
 */
export function faultsOf(issues: readonly v.BaseIssue<unknown>[], root: string | null) {
  return issues.map(({ expected, path = [], message }) => {
    // An unknown field is the fault of the object that has it.
    const keys = (expected === 'never' ? path.slice(0, -1) : path).map(({ key }) => key);
    const option = [...(root === null ? [] : [root]), ...keys].reduce<string>((parent, key) => {
      if (typeof key === 'number') return `${parent}[${key}]`;
      return parent === '' ? String(key) : `${parent}.${String(key)}`;
    }, '');
    return { option: option || 'options', ...v.parse(messageSchema, message) };
  });
}
