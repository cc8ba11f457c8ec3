import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { nextActiveIndex, Suggestions } from '#web/components/controls/suggestions.tsx';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { applyCompletion, completionAt } from '#web/lib/query-language/completion.ts';
import { findPastedAddress } from '#web/lib/query-language/find-pasted-address.ts';
import { parseQueryText, screenFromQuery } from '#web/lib/query-language/parse-query.ts';
import { serializeQueryText } from '#web/lib/query-language/serialize-query.ts';
import { useChangeScreen, useScreen } from '#web/url/use-screen.ts';
import { isTyping } from './is-typing.ts';
import { MarkedText } from './marked-text.tsx';
import styles from './search-box.module.css';

const OFFERED = 8;

/** Where the caret is while something is offered there, and what of it the arrows are on. */
interface Popup {
  readonly caret: number;
  readonly active: number;
}

/** The screen as one line of text, to be read and to be typed. An address leads to its jetton. */
export function SearchBox() {
  const { screen } = useScreen();
  const change = useChangeScreen();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [popup, setPopup] = useState<Popup>();
  const draft = useDraft({
    value: serializeQueryText(screen),
    apply: (text, step) => {
      const query = parseQueryText(text);
      if (query.problems.length > 0 || query.jetton !== undefined) return undefined;
      change((known) => screenFromQuery(known, query), step);
      return serializeQueryText(screenFromQuery(screen, query));
    },
  });
  const { tokens, problems, jetton } = parseQueryText(draft.text);
  const completion = popup && completionAt(draft.text, popup.caret);
  const offered = completion?.candidates.slice(0, OFFERED) ?? [];
  useSlash(input);

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
    const candidate = offered[index];
    if (!completion || !candidate) return;
    const { text, caret } = applyCompletion(draft.text, completion, candidate);
    write(text, caret);
    // After the new text is in the field.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };
  const commit = () => {
    // What is not understood goes on being told.
    if (problems.length === 0) setPopup(undefined);
    if (jetton === undefined) draft.commit();
    else open(jetton);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const caret = event.currentTarget.selectionStart ?? draft.text.length;
    const known = completionAt(draft.text, popup?.caret ?? caret).candidates.slice(0, OFFERED);
    const active =
      known.length > 0 ? nextActiveIndex(event.key, popup?.active ?? -1, known.length) : undefined;
    if (active !== undefined) {
      event.preventDefault();
      setPopup({ caret: popup?.caret ?? caret, active });
    }
    if (event.key === 'Enter') {
      if (popup && popup.active >= 0) pick(popup.active);
      else commit();
    }
    if (event.key === 'Escape') {
      // The browser's own answer is to empty the field.
      event.preventDefault();
      if (popup) setPopup(undefined);
      else draft.discard();
    }
  };
  return (
    <search className={styles.search}>
      <MarkedText input={input} text={draft.text} tokens={problems}>
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
          placeholder="Search, or type a query: liq>50k trust>=60 24h>5"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          value={draft.text}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onSelect={({ currentTarget }) => {
            const caret = currentTarget.selectionStart ?? 0;
            setPopup((known) => known && (known.caret === caret ? known : { caret, active: -1 }));
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setPopup(undefined);
            // Who looks away from a half-written text does not mean to leave another page.
            if (isHome) draft.commit();
          }}
        />
      </MarkedText>
      {popup && (offered.length > 0 || problems.length > 0) ? (
        <Suggestions
          id={id}
          label="Completions"
          options={offered.map(({ insert, label }) => ({ key: insert, text: insert, note: label }))}
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
        {popup && tokens.length > 0 && offered.length > 0 ? `${offered.length} completions` : ''}
      </span>
    </search>
  );
}

/** The slash leads to the field from anywhere where nothing is typed. */
function useSlash(input: { readonly current: HTMLInputElement | null }): void {
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
