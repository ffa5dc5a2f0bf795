// The formats of `Intl` for numbers, dates and lists. Chromium claims Kazakh and Uzbek but has no data for them: prices are in
// English form, and November is `M11`. It gets these formats from languages with the same conventions (Unicode CLDR).

type NumberFormat = (value: number | `${number}`) => string;

interface Formats {
  readonly number: (options: Intl.NumberFormatOptions) => NumberFormat;
  readonly date: (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat;
  /** `A, B or C` */
  readonly either: (names: readonly string[]) => string;
}

interface Conventions {
  /** A language that writes dates in digits in the same way. */
  readonly dates: string;
  /** The symbols and units of Russian, which writes numbers in the same way, in this language. */
  readonly symbols: Readonly<Record<string, string>>;
  /** Between two names, and before the last of more. */
  readonly or: readonly [ofTwo: string, ofMore: string];
}

function formatsBy({ dates, symbols, or: [ofTwo, ofMore] }: Conventions): Formats {
  return {
    number: (options) => {
      const russian = new Intl.NumberFormat('ru', options);
      return (value) => {
        const parts = russian.formatToParts(value).map((part) => symbols[part.value] ?? part.value);
        // Only Russian has a space there.
        return parts.join('').replace('\u00a0%', '%');
      };
    },
    date: (options) =>
      new Intl.DateTimeFormat(
        dates,
        options.month === 'short' ? { ...options, day: '2-digit', month: '2-digit' } : options,
      ),
    either: (names) =>
      names
        .slice(0, -2)
        .map((name) => `${name}, `)
        .join('') + names.slice(-2).join(names.length === 2 ? ofTwo : ofMore),
  };
}

/** By language. A test compares them with the data of the language itself, which Node has. */
export const SUBSTITUTES: Readonly<Record<string, Formats>> = {
  kk: formatsBy({
    dates: 'uk',
    symbols: { 'KZT': '₸', '¥': 'JP¥', '₴': 'UAH', 'ч': 'сағ' },
    or: [' не ', ', не болмаса '],
  }),
  uz: formatsBy({
    dates: 'pt',
    symbols: {
      ...{ '$': 'US$', 'UZS': 'soʻm', '¥': 'JP¥', '฿': 'THB', '₽': 'RUB', '₴': 'UAH' },
      ...{ ч: 'soat', мин: 'daq.' },
    },
    or: [' yoki ', ' yoki '],
  }),
};

/** Returns the formats of a language that this browser claims and lacks: both write `0,5`. */
function substituteFor(locale: string): Formats | undefined {
  const [language = ''] = locale.split('-');
  const formats = SUBSTITUTES[language];
  return formats && new Intl.NumberFormat(locale).format(0.5) === '0.5' ? formats : undefined;
}

/** By locale and options: creating a format costs a hundred times as much as using it. */
const numberFormats = new Map<string, NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** @param locale a BCP 47 tag. Default: the language of the browser */
export function numberFormat(
  locale: string | undefined,
  options: Intl.NumberFormatOptions = {},
): NumberFormat {
  const key = JSON.stringify([locale, options]);
  const known = numberFormats.get(key);
  if (known) return known;
  const own = new Intl.NumberFormat(locale, options);
  const format =
    substituteFor(own.resolvedOptions().locale)?.number(options) ?? ((value) => own.format(value));
  numberFormats.set(key, format);
  return format;
}

/** @param locale a BCP 47 tag */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format =
    dateFormats.get(key) ?? substituteFor(locale)?.date(options) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
}

/** Returns the names as alternatives, `Ethereum, Base or Optimism`. @param lang the language of the sentence around them */
export function eitherOf(names: readonly string[], lang: string): string {
  return (
    substituteFor(lang)?.either(names) ?? new Intl.ListFormat(lang, { type: 'disjunction' }).format(names)
  );
}
