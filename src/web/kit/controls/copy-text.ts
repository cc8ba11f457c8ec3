/**
 * Copies a text to the clipboard. Resolves with whether it was copied: browsers can deny it, and lack the Clipboard API on
 * pages without https.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
