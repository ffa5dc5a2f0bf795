/** The frozen time of every story, and of the browser that takes its picture. */
export const NOW = '2026-11-21T12:48:19Z';
