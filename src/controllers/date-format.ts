/**
 * Returns a format for dates and times. Chromium has no names of months in Kazakh and Uzbek and says `M11`; such a date is in
 * digits, `22.11, 14:12`, as both languages also write it.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const format = new Intl.DateTimeFormat(locale, options);
  if (options.month !== 'short' || !/\bM\d\d/.test(format.format(0))) return format;
  return new Intl.DateTimeFormat('ru', { ...options, day: '2-digit', month: '2-digit' });
}
