import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { useCharacterKeys } from '#web/kit/device/preferences.ts';

/** Calls `onKey` for keys pressed anywhere on the page, unless their own handler stops them. */
export function useKey(onKey: (event: KeyboardEvent) => void, isEnabled = true): void {
  const handle = useEffectEvent(onKey);
  useEffect(() => {
    if (!isEnabled) return;
    const listener = (event: KeyboardEvent) => handle(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [isEnabled]);
}

/** Returns whether a key can be a shortcut of a single character: pressed without modifiers except Shift, where they apply. */
export function isShortcut(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || hasNoShortcuts(event));
}

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
