import { useLocation, useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import { comboboxAttributes } from '#web/kit/controls/combobox-attributes.ts';
import { hasNoShortcuts, isComposing } from '#web/kit/controls/shortcut-keys.ts';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { findPastedAddress } from '#web/list/query/find-pasted-address.ts';
import { parseQueryText, screenFromQuery } from '#web/list/query/parse-query.ts';
import { serializeQueryText } from '#web/list/query/serialize-query.ts';
import { isTypedEntry, useChangeScreen, useOtherChanges, useScreen } from '#web/list/use-list-state.ts';
import styles from './search-box.module.css';
import type { SearchPopupHandle } from './search-popup.tsx';

const SearchPopup = lazyWithRetry(async () => (await import('./search-popup.tsx')).SearchPopup);

interface Popup {
  /** Position in the text that completions are offered for. */
  readonly caret: number;
  /** Element id of the highlighted option. */
  readonly active?: string | undefined;
}

/**
 * Searches jettons and pools while typing; their pages are opened from the list below. Its text is also the screener's
 * filters and sorting as an editable query, which Enter applies.
 */
export function SearchBox() {
  const { screen } = useScreen();
  const change = useChangeScreen();
  const { history } = useRouter();
  const isPhone = useIsPhone();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<SearchPopupHandle>(null);
  const id = useId();
  const [popup, setPopup] = useState<Popup>();
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const unsupported = useUnsupportedFilters(popup !== undefined);
  const draft = useDraft({
    value: serializeQueryText(screen, unsupported),
    onReset: useOtherChanges(),
    apply: (text, phase) => {
      const query = parseQueryText(text, { unsupported });
      if (query.problems.length > 0 || query.jetton !== undefined) return undefined;
      change((current) => screenFromQuery(current, query), phase);
      return serializeQueryText(screenFromQuery(screen, query), unsupported);
    },
  });
  const { problems, jetton } = parseQueryText(draft.text, { unsupported });
  const isAddress = jetton !== undefined || findPastedAddress(draft.text) !== undefined;
  /** Offers recent searches. */
  const openIfEmpty = () => {
    if (draft.text === '') setPopup((current) => current ?? { caret: 0 });
  };
  useSlashShortcut(() => {
    input.current?.focus();
    input.current?.select();
    openIfEmpty();
  });
  // Preload: it must also open when the network is down.
  const hasPainted = useHasPainted();
  useEffect(() => {
    if (hasPainted) void SearchPopup.preload();
  }, [hasPainted]);

  const write = (text: string, caret: number) => {
    setPopup({ caret });
    draft.setText(text);
  };
  const commit = () => {
    // The popup looks up an address and opens its page. Otherwise, keep showing the problems, if any.
    if (isAddress) setPopup((current) => current ?? { caret: draft.text.length });
    else if (problems.length === 0) setPopup(undefined);
    draft.commit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (list.current?.onKey(event.key)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'ArrowDown') setPopup({ caret: event.currentTarget.selectionStart ?? 0 });
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') {
      // By default, the browser clears a search field.
      event.preventDefault();
      if (popup) setPopup(undefined);
      else if (draft.isDraft) draft.discard();
      // Leave the field, so that the keys of the page work again.
      else event.currentTarget.blur();
    }
  };
  return (
    <search className={styles.search}>
      <HighlightedInput input={input} text={draft.text} ranges={problems}>
        <input
          {...comboboxAttributes(id, popup !== undefined, popup?.active)}
          ref={input}
          type="search"
          className={styles.input}
          aria-label="Search jettons and pools"
          aria-invalid={problems.length > 0}
          aria-describedby={popup && problems.length > 0 ? `${id}-problems` : undefined}
          title={problems.map(({ problem }) => problem).join('. ') || undefined}
          placeholder={isPhone ? 'Search' : 'Search, or type a query: liq>50k age<7d 24h>5'}
          enterKeyHint="search"
          value={draft.text}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onClick={openIfEmpty}
          onSelect={({ currentTarget }) => {
            const caret = currentTarget.selectionStart ?? 0;
            setPopup((current) => current && (current.caret === caret ? current : { caret }));
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setPopup(undefined);
            // On other pages, committing would navigate away.
            if (isHome) draft.commit();
          }}
        />
      </HighlightedInput>
      {/* Screen readers only announce changes of a region that exists before its text. */}
      <div ref={setStatus} className="visually-hidden" role="status" />
      {popup ? (
        <SearchPopup
          ref={list}
          id={id}
          text={draft.text}
          caret={popup.caret}
          active={popup.active}
          status={status}
          onActive={(active) => setPopup((current) => current && { ...current, active })}
          onWrite={(text, caret) => {
            write(text, caret);
            // Wait until React has rendered the new text.
            requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
          }}
          onApply={commit}
          onOpen={() => {
            setPopup(undefined);
            draft.discard();
            // The keys of the page work again.
            input.current?.blur();
            // Back leads to the list before the search: the opened page replaces the entry of what was typed.
            return isTypedEntry(history.location);
          }}
        />
      ) : null}
    </search>
  );
}

/** Calls `onSlash` when "/" is pressed outside form fields and dialogs. */
function useSlashShortcut(onSlash: () => void): void {
  const focus = useEffectEvent(onSlash);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || hasNoShortcuts(event))
        return;
      event.preventDefault();
      focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

interface HighlightedInputProps {
  readonly input: { readonly current: HTMLInputElement | null };
  readonly text: string;
  /** Ranges of the text to underline, in ascending order. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  readonly children: ReactNode;
}

/** Underlines parts of an input's text: overlays a transparent copy of the text in which only the marks are visible. */
function HighlightedInput({ input, text, ranges, children }: HighlightedInputProps) {
  const overlay = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    const syncScroll = () => {
      if (overlay.current && field) overlay.current.scrollLeft = field.scrollLeft;
    };
    syncScroll();
    field?.addEventListener('scroll', syncScroll);
    return () => field?.removeEventListener('scroll', syncScroll);
  });
  return (
    <div className="relative">
      {children}
      {ranges.length > 0 ? (
        <div ref={overlay} className={styles.highlights} aria-hidden="true" translate="no">
          {ranges.map(({ start, end }, index) => (
            <span key={start}>
              {text.slice(ranges[index - 1]?.end ?? 0, start)}
              <mark className={styles.error}>{text.slice(start, end)}</mark>
            </span>
          ))}
        </div>
      ) : null}
    </div>
  );
}
