/** `URL.parse`, which browsers of 2024 have and Node 20 has not. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
