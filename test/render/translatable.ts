/** The text of a page that a browser may translate. */
export const translatable = (html: string): string =>
  html
    .replace(/<(style|script|noscript|template)\b.*?<\/\1>/gs, '')
    .replace(/<(\w+)[^>]*\stranslate="no"[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ');
