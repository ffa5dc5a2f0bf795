// What TypeScript knows of the elements' properties and events: names that are written for short, as what they mean.
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from './bootstrap.mjs';

/** More choices than that are shown by their name. */
const FEW = 20;

const EVENTS = join(root, 'src/events/events.ts');

function programOf(files) {
  const path = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, dirname(path));
  return ts.createProgram([...files.map((file) => join(root, file)), EVENTS], { ...options, types: [] });
}

function exportedClasses(program, checker) {
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
      .map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
  );
}

/** The texts that a type allows; `null` where it allows more than a list of them. */
function textsOf(type) {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.map((member) => (member.isStringLiteral() ? member.value : null));
  return texts.includes(null) ? null : texts;
}

const quoted = (texts) => texts.map((text) => `'${text}'`).join(' | ');

/** @param files the modules of the elements, from the project's root */
export function typesOf(files) {
  const program = programOf(files);
  const checker = program.getTypeChecker();
  const classes = exportedClasses(program, checker);
  const textOf = (type) =>
    checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).replaceAll(/"([^"]*)"/g, "'$1'");
  const typeOf = (owner, name) => {
    const property = checker.getPropertyOfType(owner, name);
    return property && checker.getTypeOfSymbol(property);
  };
  /** The event of that name, as the DOM's own map has it. */
  const eventTypeOf = (name) => {
    const map = checker.resolveName('HTMLElementEventMap', undefined, ts.SymbolFlags.Interface, false);
    return map && typeOf(checker.getDeclaredTypeOfSymbol(map), name);
  };
  return {
    /** `parsedType`: each text that may be written, for editors that offer them. */
    ofProperty(className, name) {
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
    /** With the class of the event, where its words do not name one, and what its `detail` holds. */
    ofEvent(event) {
      const declared = event.type?.text ?? textOf(eventTypeOf(event.name));
      const detail = classes.has(declared) && typeOf(classes.get(declared), 'detail');
      const fields = detail
        ? checker
            .getPropertiesOfType(detail)
            .filter((field) => (checker.getTypeOfSymbol(field).flags & ts.TypeFlags.Undefined) === 0)
        : [];
      const names = fields.map(({ name }) => `\`${name}\``).join(', ');
      const description = names ? `${event.description} (\`detail\`: ${names})` : event.description;
      return { ...event, type: { text: declared }, description };
    },
  };
}
