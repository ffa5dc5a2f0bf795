export const countdownParts = 'countdown, ring';
