import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useCharacterKeys } from '#web/kit/device/preferences.ts';

/**
 * Returns whether shortcuts of a single character do not apply to a key: in text fields, lists of options and dialogs, or
 * anywhere if they are turned off.
 */
export function hasNoShortcuts({ target }: KeyboardEvent): boolean {
  const typed = 'input:not([type=radio], [type=checkbox]), textarea, select, dialog, [contenteditable]';
  const isTyped = target instanceof Element && target.closest(typed) !== null;
  return isTyped || useCharacterKeys.getState().areOff;
}

/**
 * Returns whether a key belongs to an input method, such as Enter to confirm a Chinese word. Safari reports the key that
 * ends a composition after it, with the key code of keys that input methods process.
 */
export function isComposing({ nativeEvent }: ReactKeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
