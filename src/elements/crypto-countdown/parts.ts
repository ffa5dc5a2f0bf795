/** Stable CSS parts. */
export const countdownParts = 'countdown, ring';
