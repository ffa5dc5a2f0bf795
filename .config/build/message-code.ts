// The code of one message in ICU MessageFormat.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The parameters of its function by name, in order. */
export type Parameters = ReadonlyMap<string, 'number' | 'string'>;

const isPlural = (element: MessageFormatElement) => element.type === TYPE.plural;

/** The plural forms that a language needs for whole numbers; it has others for fractions, or for millions. */
function neededForms(rules: Intl.PluralRules): readonly string[] {
  const used = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
  return (['zero', 'one', 'two', 'few', 'many'] as const).filter((category) => used.has(category));
}

/** Returns where a text lacks a placeholder: in one plural form, everywhere (`''`), or nowhere (`null`). */
function gapOf(elements: readonly MessageFormatElement[], name: string): string | null {
  if (elements.some((each) => each.type !== TYPE.literal && 'value' in each && each.value === name))
    return null;
  const gaps = elements.filter(isPlural).map(({ options }) => {
    const forms = Object.entries(options).filter(([, { value }]) => gapOf(value, name) !== null);
    const [[category = ''] = []] = forms;
    return forms.length === 0 ? null : forms.length < Object.keys(options).length ? category : '';
  });
  return gaps.includes(null) ? null : (gaps.find(Boolean) ?? '');
}

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
  const uses = (name: string) => {
    if (!parameters.has(name))
      report(
        `has {${name}}, which English has not. Use ${[...parameters.keys()].map((each) => `{${each}}`).join(', ') || 'no placeholder'}.`,
      );
  };
  const countsBy = (name: string) => {
    uses(name);
    if (parameters.get(name) === 'string') report(`has a number where {${name}} is a text.`);
  };
  const tag = JSON.stringify(language);
  const rules = new Intl.PluralRules(language);
  const categories = rules.resolvedOptions().pluralCategories;
  const needed = neededForms(rules);

  const expressionOf = (element: MessageFormatElement, number: string): string => {
    switch (element.type) {
      case TYPE.pound:
        return number;
      case TYPE.argument:
        uses(element.value);
        return `\${${element.value}}`;
      case TYPE.number:
        if (element.style) break;
        countsBy(element.value);
        return `\${formatNumber(${tag}, ${element.value})}`;
      case TYPE.plural:
        countsBy(element.value);
        return `\${${formsOf(element)}(${element.value})}`;
      default:
    }
    report('has a form that is not supported. Use {name}, {name, number} or {name, plural, …}.');
    return '';
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
    const wrong = Object.keys(plural.options).filter((each) => !categories.some((own) => own === each));
    const missing = needed.filter((category) => !Object.hasOwn(plural.options, category));
    for (const category of wrong)
      report(`has the plural form "${category}". This language has ${categories.join(', ')}.`);
    if (wrong.length === 0 && missing.length > 0)
      report(`lacks the plural forms ${missing.join(', ')}. Add them, even if they say the same as other.`);
    const forms = Object.entries(plural.options).map(([category, { value }]) => {
      // `plural` replaces one number sign in a text.
      const signs = textOf(value).split('#').length - 1;
      const numbers = value.filter(({ type }) => type === TYPE.pound).length;
      const isPlain = isText(value) && signs === numbers && numbers < 2;
      const code = isPlain ? JSON.stringify(textOf(value)) : `($count) => ${templateOf(value, '${$count}')}`;
      return [category, code] as const;
    });
    const other = new Map(forms).get('other');
    const own = forms.filter(([category, code]) => category === 'other' || code !== other);
    return `plural(${tag}, { ${own.map((form) => form.join(': ')).join(', ')} })`;
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
  for (const name of parameters.keys()) {
    const gap = gapOf(elements, name);
    if (gap !== null) report(`lacks {${name}}${gap && ` in the plural form "${gap}"`}. Add it.`);
  }
  if (parameters.size === 0 || counting) return code;
  const names = [...parameters].map(([name, type]) => (isTyped ? `${name}: ${type}` : name));
  return `(${names.join(', ')}) => ${code}`;
}
