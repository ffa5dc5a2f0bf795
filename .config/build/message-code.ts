// The code of one message in ICU MessageFormat.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The parameters of its function by name, in order. */
export type Parameters = ReadonlyMap<string, 'number' | 'string'>;

/**
 * Returns a literal, or a function of the placeholders.
 * @param report is called with each problem and its remedy
 * @param isTyped whether the function has types, as those of English
 */
export function codeOf(
  text: string,
  language: string,
  parameters: Parameters,
  report: (problem: string) => void,
  isTyped: boolean,
): string {
  let elements: MessageFormatElement[];
  try {
    elements = parse(text, { ignoreTag: true, captureLocation: false });
  } catch (error) {
    report(`is not ICU MessageFormat (${String(error)}). Compare its braces with the English message.`);
    return '""';
  }
  const found = new Set<string>();
  const uses = (name: string) => {
    if (!parameters.has(name))
      report(
        `has {${name}}, which English has not. Use ${[...parameters.keys()].map((each) => `{${each}}`).join(', ') || 'no placeholder'}.`,
      );
    found.add(name);
  };
  const countsBy = (name: string) => {
    uses(name);
    if (parameters.get(name) === 'string') report(`has a number where {${name}} is a text.`);
  };
  const tag = JSON.stringify(language);
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  const expressionOf = (element: MessageFormatElement, number: string): string => {
    switch (element.type) {
      case TYPE.pound:
        return number;
      case TYPE.argument:
        uses(element.value);
        return `\${${element.value}}`;
      case TYPE.number:
      case TYPE.plural:
        countsBy(element.value);
        if (element.type === TYPE.number) return `\${formatNumber(${tag}, ${element.value})}`;
        return `\${${formsOf(element)}(${element.value})}`;
      default:
        report('has a form that is not supported. Use {name}, {name, number} or {name, plural, …}.');
        return '';
    }
  };
  const isText = (all: readonly MessageFormatElement[]) =>
    all.every(({ type }) => type === TYPE.literal || type === TYPE.pound);
  const textOf = (all: readonly MessageFormatElement[]) =>
    all.map((each) => (each.type === TYPE.literal ? each.value : '#')).join('');
  const templateOf = (all: readonly MessageFormatElement[], number: string): string => {
    const parts = all.map((each) =>
      each.type === TYPE.literal ? each.value.replaceAll(/[\\`]|\$\{/g, '\\$&') : expressionOf(each, number),
    );
    return `\`${parts.join('')}\``;
  };
  const formsOf = (plural: Extract<MessageFormatElement, { type: TYPE.plural }>): string => {
    if (plural.pluralType === 'ordinal' || plural.offset !== 0)
      report('counts by ordinals or with an offset. Use {name, plural, …} alone.');
    const forms = Object.entries(plural.options).map(([category, { value }]) => {
      if (!categories.some((each) => each === category))
        report(`has the plural form "${category}". This language has ${categories.join(', ')}.`);
      // `plural` replaces one number sign in a text.
      const signs = textOf(value).split('#').length - 1;
      const numbers = value.filter(({ type }) => type === TYPE.pound).length;
      const isPlain = isText(value) && signs === numbers && numbers < 2;
      return `${category}: ${isPlain ? JSON.stringify(textOf(value)) : `($count) => ${templateOf(value, '${$count}')}`}`;
    });
    return `plural(${tag}, { ${forms.join(', ')} })`;
  };

  const [only] = elements;
  // A message that only counts is the function that `plural` returns, if its forms need no other value.
  const counting =
    elements.length === 1 &&
    only?.type === TYPE.plural &&
    parameters.size === 1 &&
    Object.values(only.options).every(({ value }) => isText(value))
      ? only
      : null;
  if (counting) countsBy(counting.value);
  const code = counting
    ? formsOf(counting)
    : isText(elements)
      ? JSON.stringify(textOf(elements))
      : templateOf(elements, '');
  for (const name of parameters.keys()) if (!found.has(name)) report(`lacks {${name}}. Add it.`);
  if (parameters.size === 0 || counting) return code;
  const names = [...parameters].map(([name, type]) => (isTyped ? `${name}: ${type}` : name));
  return `(${names.join(', ')}) => ${code}`;
}
