/** Loads modules that read the URL of their page, such as the stories; no element may. */
export async function inPage<T>(load: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, { location: new URL('https://shop.example/') });
  const loaded = await load();
  Reflect.deleteProperty(globalThis, 'location');
  return loaded;
}
