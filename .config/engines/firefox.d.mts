export const firefox: {
  readonly browser: 'firefox';
  readonly executablePath: string;
  readonly headless: boolean;
  readonly extraPrefsFirefox: Record<string, unknown>;
};
