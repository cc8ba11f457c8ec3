/** Returns whether a form field or a dialog has the keyboard focus, so that page shortcuts must not act. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  );
}
