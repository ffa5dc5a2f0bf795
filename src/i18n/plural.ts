import { numberFormat } from '../payment/intl.js';

/** The plural forms of a language; `#` stands for the number. Every language has `other`. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * Returns a sentence with a number by the plural rules of the language (Unicode CLDR, through `Intl`).
 * @param lang a BCP 47 tag
 */
export function plural(lang: string, forms: PluralForms): (count: number) => string {
  return (count) => {
    const form = forms[new Intl.PluralRules(lang).select(count)] ?? forms.other;
    return form.replace('#', numberFormat(lang)(count));
  };
}
