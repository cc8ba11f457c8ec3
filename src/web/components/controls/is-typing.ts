/** Returns whether a key was pressed in a form field or a dialog, where page shortcuts do not apply. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}
