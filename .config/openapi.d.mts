export function openApi(): Promise<object>;
