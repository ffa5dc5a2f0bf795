/** What a language says of one, of few, of many …; `#` stands for the number. `other` is there in every language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * A sentence with a number in it, by the rules of the language (Unicode CLDR, through `Intl`).
 * @param lang a BCP 47 tag
 */
export function plural(lang: string, forms: PluralForms): (count: number) => string {
  return (count) => {
    const form = forms[new Intl.PluralRules(lang).select(count)] ?? forms.other;
    return form.replace('#', new Intl.NumberFormat(lang).format(count));
  };
}
