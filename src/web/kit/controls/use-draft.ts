import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { HistoryMode } from '#web/kit/device/link-state.ts';

const DEBOUNCE_MS = 300;

interface Draft {
  readonly text: string;
  /** The value when the draft was started. */
  readonly base: string;
  /** The value that the draft was last applied as. */
  readonly applied: string | undefined;
}

export interface DraftSource {
  readonly value: string;
  /** Applies the text and returns the resulting value, or returns undefined and changes nothing if it is invalid. */
  readonly apply: (text: string, mode: HistoryMode) => string | undefined;
  /** Subscribes to what discards the draft, even if `value` stays. */
  readonly onReset?: (listener: () => void) => () => void;
}

/**
 * State of a text field whose edits are applied to `value` after a pause in typing, or at once by `commit`. The draft is
 * discarded when `value` changes for another reason.
 */
export function useDraft({ value, apply, onReset }: DraftSource) {
  const [draft, setDraft] = useState<Draft>();
  const isOwn = draft !== undefined && (value === draft.base || value === draft.applied);
  const live = isOwn ? draft : undefined;
  const latest = useRef({ live, value, apply });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    latest.current = { live, value, apply };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const flush = (mode: HistoryMode) => {
    clearTimeout(timer.current);
    const now = latest.current;
    if (!now.live) return;
    const applied = now.apply(now.live.text, mode);
    if (applied === undefined) return;
    setDraft(mode === 'commit' ? undefined : { text: now.live.text, base: now.value, applied });
  };
  const discard = () => {
    clearTimeout(timer.current);
    // The field may lose the focus before it is rendered again.
    latest.current = { ...latest.current, live: undefined };
    setDraft(undefined);
  };
  const reset = useEffectEvent(discard);
  useEffect(() => onReset?.(() => reset()), [onReset]);
  return {
    text: live?.text ?? value,
    isDraft: live !== undefined,
    setText: (text: string) => {
      const next = { text, base: value, applied: live?.applied };
      latest.current = { ...latest.current, live: next };
      setDraft(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => flush('typing'), DEBOUNCE_MS);
    },
    commit: () => flush('commit'),
    discard,
  };
}
