/** Returns a one-line description of an error. Node.js leaves the message empty if several addresses of a host failed. */
export function errorLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return firstLine(error.message) || ('code' in error ? String(error.code) : error.name);
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
