import { numberFormat } from '../payment/intl.js';

/** `#` stands for the formatted number. */
type Form = string | ((number: string) => string);

/** The plural forms of a language. Every language has `other`. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, Form>>> & { readonly other: Form };

/**
 * Returns a sentence with a number by the plural rules of the language (Unicode CLDR, through `Intl`).
 * @param lang a BCP 47 tag
 */
export function plural(lang: string, forms: PluralForms): (count: number) => string {
  return (count) => {
    const form = forms[new Intl.PluralRules(lang).select(count)] ?? forms.other;
    const number = formatNumber(lang, count);
    return typeof form === 'string' ? form.replace('#', number) : form(number);
  };
}

/** Returns a number in the format of the language. @param lang a BCP 47 tag */
export function formatNumber(lang: string, value: number): string {
  return numberFormat(lang)(value);
}
