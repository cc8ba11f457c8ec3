const REVOKE_DELAY_MS = 60_000;

/** Downloads `content` as a file called `name`. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers start reading the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS);
}
