/** What a page may style in it. */
export const parts = 'countdown, ring, time';
