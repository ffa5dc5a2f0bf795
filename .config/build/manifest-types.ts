// The types of the elements' properties and events, with aliases resolved.
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../bootstrap.mjs';
import { programOf } from './source-program.js';

/** Unions with more members are shown by their name. */
const FEW = 20;

const EVENTS = 'src/events/events.ts';

export type ElementTypes = ReturnType<typeof typesOf>;

interface Event {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
}

function exportedClasses(program: ts.Program, checker: ts.TypeChecker): ReadonlyMap<string, ts.Type> {
  const found = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(root, 'src')))
    .flatMap((file) => {
      const symbol = checker.getSymbolAtLocation(file);
      return symbol ? checker.getExportsOfModule(symbol) : [];
    });
  return new Map(
    found
      .filter(({ flags }) => flags & ts.SymbolFlags.Class)
      .map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)] as const),
  );
}

/** The texts that a type allows; `null` where it allows more than a list of them. */
function textsOf(type: ts.Type): readonly string[] | null {
  const members = type.isUnion() ? type.types : [type];
  const literals = members.filter((member) => member.isStringLiteral());
  return literals.length < members.length ? null : literals.map(({ value }) => value);
}

const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(' | ');

/** @param files the modules of the elements, from the project's root */
export function typesOf(files: readonly string[]) {
  const program = programOf([...files, EVENTS]);
  const checker = program.getTypeChecker();
  const classes = exportedClasses(program, checker);
  const textOf = (type: ts.Type) =>
    checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).replaceAll(/"([^"]*)"/g, "'$1'");
  const typeOf = (owner: ts.Type | undefined, name: string) => {
    const property = owner && checker.getPropertyOfType(owner, name);
    return property && checker.getTypeOfSymbol(property);
  };
  return {
    /** `parsedType`: each text that may be written, for editors that offer them. */
    ofProperty(className: string, name: string) {
      const type = typeOf(classes.get(className), name);
      if (!type) return {};
      const texts = textsOf(type);
      if (texts === null) return { type: { text: textOf(type) } };
      const isFew = texts.length <= FEW;
      return {
        type: { text: isFew ? quoted(texts) : textOf(type) },
        parsedType: { text: quoted(texts.filter((text) => text !== '')) },
      };
    },
    /** With the fields of its `detail`. */
    ofEvent({ name, description, type }: Event) {
      if (!type)
        throw new Error(`Name the class of ${name}: @fires {CryptoPaidEvent} crypto-paid - paid in full`);
      const detail = typeOf(classes.get(type.text), 'detail');
      const fields = detail
        ? checker
            .getPropertiesOfType(detail)
            .filter((field) => (checker.getTypeOfSymbol(field).flags & ts.TypeFlags.Undefined) === 0)
        : [];
      const names = fields.map(({ name }) => `\`${name}\``).join(', ');
      return { name, type, description: names ? `${description} (\`detail\`: ${names})` : description };
    },
  };
}
