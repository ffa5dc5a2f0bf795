/** What a page may style in it. */
export const countdownParts = 'countdown, ring, time';
