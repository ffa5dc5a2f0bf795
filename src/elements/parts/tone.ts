/** Meaning of a color: green is paid, amber needs care, red is an error, blue is detected. Always beside an icon. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
