/** Returns undefined for an invalid URL. Replaces `URL.parse`, which Node 20 does not have. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
