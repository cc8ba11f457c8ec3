import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Returns whether a key was pressed in a text field, a list of options or a dialog, where page shortcuts do not apply. */
export function isTyping({ target }: KeyboardEvent): boolean {
  const typed = 'input:not([type=radio], [type=checkbox]), textarea, select, dialog, [contenteditable]';
  return target instanceof Element && target.closest(typed) !== null;
}

/**
 * Returns whether a key belongs to an input method, such as Enter to confirm a Chinese word. Safari reports the key that
 * ends a composition after it, with the key code of keys that input methods process.
 */
export function isComposing({ nativeEvent }: ReactKeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
