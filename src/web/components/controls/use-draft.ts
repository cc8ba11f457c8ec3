import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const PAUSE = 300;

interface Draft {
  readonly text: string;
  /** What was so when it was begun. */
  readonly base: string;
  /** What it has made of that so far. */
  readonly sent: string | undefined;
}

export interface DraftSource {
  readonly value: string;
  /** Answers what becomes the value; undefined where the text is not understood and nothing was sent. */
  readonly send: (text: string, step: 'typing' | 'commit') => string | undefined;
}

/** Text that is on its way into a value. It gives way when the value changes by other means. */
export function useDraft({ value, send }: DraftSource) {
  const [draft, setDraft] = useState<Draft>();
  const isOwn = draft !== undefined && (value === draft.base || value === draft.sent);
  const live = isOwn ? draft : undefined;
  const latest = useRef({ live, value, send });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    latest.current = { live, value, send };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const flush = (step: 'typing' | 'commit') => {
    clearTimeout(timer.current);
    const now = latest.current;
    if (!now.live) return;
    const sent = now.send(now.live.text, step);
    if (sent === undefined) return;
    setDraft(step === 'commit' ? undefined : { text: now.live.text, base: now.value, sent });
  };
  return {
    text: live?.text ?? value,
    isDraft: live !== undefined,
    write: (text: string) => {
      const next = { text, base: value, sent: live?.sent };
      latest.current = { ...latest.current, live: next };
      setDraft(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => flush('typing'), PAUSE);
    },
    commit: () => flush('commit'),
    drop: () => {
      clearTimeout(timer.current);
      setDraft(undefined);
    },
  };
}
