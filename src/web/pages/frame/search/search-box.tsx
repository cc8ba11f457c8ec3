import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { useUnsupportedRanges } from '#web/api/queries/filter-support.ts';
import { nextActiveIndex, Suggestions } from '#web/components/controls/suggestions.tsx';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { applyCompletion, completionAt } from '#web/lib/query-language/completion.ts';
import { findPastedAddress } from '#web/lib/query-language/find-pasted-address.ts';
import { parseQueryText, screenFromQuery } from '#web/lib/query-language/parse-query.ts';
import { serializeQueryText } from '#web/lib/query-language/serialize-query.ts';
import { useChangeScreen, useScreen } from '#web/url/use-screen.ts';
import { HighlightedInput } from './highlighted-input.tsx';
import { isTyping } from './is-typing.ts';
import styles from './search-box.module.css';

const MAX_SUGGESTIONS = 8;

interface Popup {
  /** Position in the text that completions are offered for. */
  readonly caret: number;
  /** Index of the highlighted completion, or -1. */
  readonly active: number;
}

/** The screen's filters and sorting as editable query text. An address opens its jetton. */
export function SearchBox() {
  const { screen } = useScreen();
  const change = useChangeScreen();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [popup, setPopup] = useState<Popup>();
  const unsupported = useUnsupportedRanges(popup !== undefined);
  const draft = useDraft({
    value: serializeQueryText(screen, unsupported),
    apply: (text, phase) => {
      const query = parseQueryText(text, { unsupported });
      if (query.problems.length > 0 || query.jetton !== undefined) return undefined;
      change((current) => screenFromQuery(current, query), phase);
      return serializeQueryText(screenFromQuery(screen, query), unsupported);
    },
  });
  const { tokens, problems, jetton } = parseQueryText(draft.text, { unsupported });
  const completion = popup && completionAt(draft.text, popup.caret, unsupported);
  const suggestions = completion?.candidates.slice(0, MAX_SUGGESTIONS) ?? [];
  useSlashShortcut(input);

  const open = (address: string) => {
    draft.discard();
    setPopup(undefined);
    void navigate({ to: '/jetton/$address', params: { address: toUserFriendly(address) } });
  };
  const write = (text: string, caret: number) => {
    const pasted = findPastedAddress(text);
    if (pasted !== undefined) return open(pasted);
    setPopup({ caret, active: -1 });
    draft.setText(text);
  };
  const pick = (index: number) => {
    const candidate = suggestions[index];
    if (!completion || !candidate) return;
    const { text, caret } = applyCompletion(draft.text, completion, candidate);
    write(text, caret);
    // Wait until React has rendered the new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };
  const commit = () => {
    // Keep showing the problems, if any.
    if (problems.length === 0) setPopup(undefined);
    if (jetton === undefined) draft.commit();
    else open(jetton);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const caret = event.currentTarget.selectionStart ?? draft.text.length;
    const { candidates } = completionAt(draft.text, popup?.caret ?? caret, unsupported);
    const count = Math.min(candidates.length, MAX_SUGGESTIONS);
    const active = count > 0 ? nextActiveIndex(event.key, popup?.active ?? -1, count) : undefined;
    if (active !== undefined) {
      event.preventDefault();
      setPopup({ caret: popup?.caret ?? caret, active });
    }
    if (event.key === 'Enter') {
      if (popup && popup.active >= 0) pick(popup.active);
      else commit();
    }
    if (event.key === 'Escape') {
      // By default, the browser clears a search field.
      event.preventDefault();
      if (popup) setPopup(undefined);
      else draft.discard();
    }
  };
  return (
    <search className={styles.search}>
      <HighlightedInput input={input} text={draft.text} ranges={problems}>
        <input
          ref={input}
          type="search"
          className={styles.input}
          aria-label="Search jettons"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={popup ? id : undefined}
          aria-activedescendant={popup && popup.active >= 0 ? `${id}-${popup.active}` : undefined}
          aria-invalid={problems.length > 0}
          aria-describedby={popup && problems.length > 0 ? `${id}-problems` : undefined}
          title={problems.map(({ problem }) => problem).join(' ') || undefined}
          placeholder="Search, or type a query: liq>50k age<7d 24h>5"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          value={draft.text}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onSelect={({ currentTarget }) => {
            const caret = currentTarget.selectionStart ?? 0;
            setPopup((current) => current && (current.caret === caret ? current : { caret, active: -1 }));
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setPopup(undefined);
            // On other pages, committing would navigate away.
            if (isHome) draft.commit();
          }}
        />
      </HighlightedInput>
      {popup && (suggestions.length > 0 || problems.length > 0) ? (
        <Suggestions
          id={id}
          label="Completions"
          options={suggestions.map(({ insert, label }) => ({ key: insert, text: insert, note: label }))}
          active={popup.active}
          onPick={pick}
        >
          {problems.length > 0 ? (
            <div id={`${id}-problems`} className={styles.problems} role="status">
              {problems.map(({ start, end, problem }) => (
                <p key={start}>
                  <b>{draft.text.slice(start, end)}</b> {problem}
                </p>
              ))}
            </div>
          ) : null}
        </Suggestions>
      ) : null}
      <span className="visually-hidden" role="status">
        {popup && tokens.length > 0 && suggestions.length > 0 ? `${suggestions.length} completions` : ''}
      </span>
    </search>
  );
}

/** Focuses the field when "/" is pressed outside form fields and dialogs. */
function useSlashShortcut(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [input]);
}
