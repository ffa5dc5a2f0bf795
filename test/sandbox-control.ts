/** Posts to the control API of a sandbox. @throws {Error} unless it accepts this */
export async function control(sandboxUrl: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}
