export const chromium: { readonly executablePath: string; readonly args: string[] };
