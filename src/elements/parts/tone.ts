/** What a colour means: green is paid, amber asks for care, red is an error, blue is seen. Always beside an icon. */
export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'bad';
