import { OptionError } from '../../service/options.js';
import { remedyForUnknown } from '../base/option-message.js';

interface Shape {
  /** Name of the argument in errors. */
  readonly name: string;
  readonly fields: readonly string[];
  /** How to pass it, such as `Pass { secret }`. */
  readonly remedy: string;
}

/**
 * Checks an argument of the package for callers without types. A misspelled name would silently have no effect.
 * @throws {OptionError} without its values, which may be secret
 */
export function assertFields(argument: unknown, { name, fields, remedy }: Shape): void {
  const fail = (problem: string, how = remedy) => new OptionError({ option: name, problem, remedy: how });
  if (argument === undefined || argument === null) throw fail('is missing');
  if (argument instanceof Promise) throw fail('is a Promise', 'Await it');
  if (typeof argument !== 'object' || Array.isArray(argument))
    throw fail(`is not an object (${Array.isArray(argument) ? 'a list' : `type ${typeof argument}`})`);
  const unknown = Object.keys(argument).find((key) => !fields.includes(key));
  if (unknown === undefined) return;
  throw fail(`contains an unknown field ("${unknown}")`, remedyForUnknown(unknown, fields, remedy));
}
