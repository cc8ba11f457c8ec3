import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';

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

/** Returns whether a key can be a shortcut of the page: pressed without modifiers except Shift, where shortcuts apply. */
export function isShortcut(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event));
}

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
