/** Returns whether a key was pressed in a text field, a list of options or a dialog, where page shortcuts do not apply. */
export function isTyping({ target }: KeyboardEvent): boolean {
  const typed = 'input:not([type=radio], [type=checkbox]), textarea, select, dialog, [contenteditable]';
  return target instanceof Element && target.closest(typed) !== null;
}
