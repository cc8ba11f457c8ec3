import {
  type ChangeEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { comboboxAttributes } from './combobox-attributes.ts';
import { isComposing } from './shortcut-keys.ts';
import { optionId, type Suggestion } from './suggestions.tsx';

/** A suggestion with the action that picking it runs. */
export interface PickableSuggestion extends Suggestion {
  readonly pick: () => void;
}

interface ComboboxSource {
  /** Whether the list is visible. */
  readonly isOpen: boolean;
  /** May be empty while the list is closed. */
  readonly options: readonly PickableSuggestion[];
  /** Highlights the first option until the user moves to another. */
  readonly highlightsFirst?: boolean;
  /** Whether the first option is still loading. */
  readonly isPending?: boolean;
  /** Whether Enter waits for a pending first option. */
  readonly waitsForFirst?: boolean;
  readonly onText: (text: string) => void;
  /** Called on a click and by arrow keys. */
  readonly onOpen?: () => void;
  /** Called when the focus leaves the field and on Escape. Without it, Escape is left to the surrounding dialog. */
  readonly onClose?: () => void;
}

/**
 * Behavior of a combobox with a list of `Suggestions`, by the pattern of the ARIA Authoring Practices: the focus stays
 * in the input, arrow keys move the highlighted option, Enter picks it and Escape closes the list. Home and End move the
 * caret. Keys of input methods do nothing else. The highlight remains on an option while others are inserted before it.
 */
export function useCombobox(source: ComboboxSource) {
  const { isOpen, options, isPending = false, waitsForFirst = isPending, onText, onOpen, onClose } = source;
  const id = useId();
  const [active, setActive] = useState<string>();
  const [isOpenedByKey, setOpenedByKey] = useState(false);
  const highlightsFirst = source.highlightsFirst === true || isOpenedByKey;
  const enter = useDeferredAction(!isPending, () => options[0]?.pick());
  const reset = () => {
    setActive(undefined);
    setOpenedByKey(false);
    enter.cancel();
  };
  const onPick = (index: number) => {
    reset();
    options[index]?.pick();
  };
  const onActive = (next: string) => {
    setActive(next);
    enter.cancel();
  };
  const list = listNavigation({ id, options, active, highlightsFirst, onActive, onPick });
  const close = () => {
    reset();
    onClose?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (isComposing(event)) return;
    if (isOpen && key === 'Enter' && waitsForFirst && !list.isChosen) {
      event.preventDefault();
      enter.request();
    } else if (isOpen && list.onKey(key)) {
      // Otherwise, Enter would also activate the element that the action focuses.
      event.preventDefault();
    } else if (!isOpen && onOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      setOpenedByKey(true);
      onOpen();
    } else if (isOpen && onClose && key === 'Escape') {
      // Close only the list: neither the surrounding dialog nor the surrounding panel.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return {
    inputProps: {
      ...comboboxAttributes(id, isOpen, list.active),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        reset();
        onText(target.value);
      },
      onClick: onOpen,
      onKeyDown,
      onBlur: close,
    },
    listProps: { id, options, active: list.activeIndex, onPick },
  };
}

interface Navigated {
  /** Element id of the list. */
  readonly id: string;
  readonly options: readonly PickableSuggestion[];
  /** Element id of the option that the user has moved to. */
  readonly active: string | undefined;
  readonly highlightsFirst?: boolean;
  readonly onActive: (active: string) => void;
  readonly onPick: (index: number) => void;
}

/** Behavior of a combobox's list, for a field that handles the other keys itself. */
export function listNavigation({
  id,
  options,
  active,
  highlightsFirst = false,
  onActive,
  onPick,
}: Navigated) {
  const idAt = (index: number) => options[index] && optionId(id, options[index].key);
  const chosen = active === undefined ? -1 : options.findIndex((_, index) => idAt(index) === active);
  const isChosen = chosen >= 0;
  const activeIndex = !isChosen && highlightsFirst && options.length > 0 ? 0 : chosen;
  return {
    /** Whether the user has moved to an option that is still in the list. */
    isChosen,
    /** Index of the highlighted option; -1 if none is. */
    activeIndex,
    /** Element id of the highlighted option. */
    active: idAt(activeIndex),
    /** Moves the highlight on an arrow key, wrapping at both ends, or picks it on Enter. Returns whether it did. */
    onKey: (key: string): boolean => {
      if (key === 'Enter') {
        if (activeIndex >= 0) onPick(activeIndex);
        return activeIndex >= 0;
      }
      const next = idAt(nextIndex(key, activeIndex, options.length));
      if (next !== undefined) onActive(next);
      return next !== undefined;
    },
  };
}

function nextIndex(key: string, active: number, count: number): number {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return -1;
}

interface DeferredAction {
  /** Runs the action as soon as it is ready. */
  readonly request: () => void;
  readonly cancel: () => void;
}

/**
 * An action that can be requested while it is not ready, such as Enter in a field whose results are still loading. Runs
 * once when `isReady` becomes true.
 */
function useDeferredAction(isReady: boolean, action: () => void): DeferredAction {
  const isRequested = useRef(false);
  const run = useEffectEvent(action);
  useEffect(() => {
    if (!isReady || !isRequested.current) return;
    isRequested.current = false;
    run();
  }, [isReady]);
  return {
    request: () => {
      isRequested.current = true;
    },
    cancel: () => {
      isRequested.current = false;
    },
  };
}
