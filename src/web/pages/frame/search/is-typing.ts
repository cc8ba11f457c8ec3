/** Whether a key belongs to a field, or to a dialog over the page. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}
