import { type Ref, useEffect, useEffectEvent, useImperativeHandle } from 'react';
import { createPortal } from 'react-dom';
import type { UnsupportedFilters } from '#contract/measures.ts';
import { useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import { Suggestions } from '#web/kit/controls/suggestions.tsx';
import { listNavigation, type PickableSuggestion } from '#web/kit/controls/use-combobox.ts';
import { minimumKind } from '#web/list/list-end.ts';
import { defaultFilter } from '#web/list/list-filter.ts';
import type { Screen } from '#web/list/list-state.ts';
import { kindOf, rangeIds } from '#web/list/measure-texts.ts';
import { applyCompletion, completionAt } from '#web/list/query/completion.ts';
import { findPastedAddress } from '#web/list/query/find-pasted-address.ts';
import { parseQueryText, type QueryFilters } from '#web/list/query/parse-query.ts';
import { useScreen } from '#web/list/use-list-state.ts';
import { clearRecentSearches, type FoundItem } from '#web/search/found-item.ts';
import {
  filterOption,
  RECENT,
  resultCountText,
  searchColumns,
  searchSuggestions,
} from '#web/search/search-suggestions.tsx';
import {
  type SearchText,
  useOpenResult,
  usePastedAddress,
  useRecentResults,
  useSearch,
} from '#web/search/use-search.ts';
import styles from './search-box.module.css';

const MAX_COMPLETIONS = 8;
/** Below search results. */
const MAX_FEWER_COMPLETIONS = 4;
const FILTERS = 'Filters';

/** Handle for the search field. */
export interface SearchPopupHandle {
  /** Handles an arrow key, or Enter on a highlighted option. Returns whether the key was handled. */
  readonly onKey: (key: string) => boolean;
}

interface Props {
  readonly ref: Ref<SearchPopupHandle>;
  readonly id: string;
  readonly text: string;
  readonly caret: number;
  /** Element id of the highlighted option. */
  readonly active: string | undefined;
  /** The live region of the search field. */
  readonly status: HTMLElement | null;
  readonly onActive: (active: string | undefined) => void;
  /** Replaces the text of the field. */
  readonly onWrite: (text: string, caret: number) => void;
  /** Applies the text as the filter of the screener. */
  readonly onApply: () => void;
  /** Called before a page is opened. Returns whether it replaces the history entry. */
  readonly onOpen: () => boolean;
}

/** List below the search field: jettons, pools and recent searches, then completions of the typed query. */
export function SearchPopup(props: Props) {
  const { ref, id, text, active, status, onActive, onOpen } = props;
  const unsupported = useUnsupportedFilters(true);
  const { problems, filters } = parseQueryText(text, { unsupported });
  const { screen } = useScreen();
  const note = screen.currency !== 'usd' && hasSum(filters) ? 'Sums in queries are in USD' : '';
  const openResult = useOpenResult();
  const open = (item: FoundItem) => {
    openResult(item, onOpen());
  };
  const search = useSearch(searchTextOfQuery(text, unsupported));
  usePastedAddress(search, open);
  const recent = useRecentResults(text === '');
  const results = text === '' ? recent : search.results;
  const found = searchSuggestions(results, open, text === '' ? RECENT : undefined, true);
  const options = [
    ...found,
    ...(recent.length > 0 && text === '' ? [clearOption] : []),
    ...completionOptions(props, unsupported, found.length > 0 ? MAX_FEWER_COMPLETIONS : MAX_COMPLETIONS),
    ...applyOptions(props, screen, unsupported),
  ];
  const onPick = (index: number) => options[index]?.pick();
  const list = listNavigation({ id, options, active, onActive, onPick });
  const isGone = active !== undefined && !list.isChosen;
  const clearActive = useEffectEvent(() => onActive(undefined));
  useEffect(() => {
    if (isGone) clearActive();
  }, [isGone]);
  useImperativeHandle(ref, () => ({ onKey: list.onKey }));
  const announcement =
    problems.map(({ problem }) => problem).join(' ') ||
    note ||
    search.message ||
    resultCountText(found.length);
  return (
    <Suggestions
      id={id}
      label="Suggestions"
      options={options}
      active={list.activeIndex}
      onPick={onPick}
      columns={searchColumns}
      isBusy={search.isBusy}
    >
      {problems.length > 0 ? (
        <div id={`${id}-problems`} className={styles.problems}>
          {problems.map(({ start, end, problem }) => (
            <p key={start}>
              <b translate="no">{text.slice(start, end)}</b> <span>{problem}</span>
            </p>
          ))}
        </div>
      ) : null}
      {note === '' ? null : <p className={styles.message}>{note}</p>}
      {search.message === '' ? null : <p className={styles.message}>{search.message}</p>}
      {status ? createPortal(<span>{announcement}</span>, status) : null}
    </Suggestions>
  );
}

const clearOption: PickableSuggestion = {
  key: 'clear recent',
  text: 'Clear recent searches',
  group: RECENT,
  pick: clearRecentSearches,
};

/** Whether the query compares a sum. */
function hasSum({ ranges, minimum, sort = defaultFilter.sort }: QueryFilters): boolean {
  const isMinimum = minimum !== undefined && minimumKind(sort) === 'sum';
  return isMinimum || rangeIds.some((id) => ranges[id] && kindOf(id) === 'sum');
}

/** A query searches for jettons if it consists of words alone: with filters, it describes a list. */
function searchTextOfQuery(text: string, unsupported: UnsupportedFilters): SearchText {
  const { tokens, problems, filters, jetton } = parseQueryText(text, { unsupported });
  const address = findPastedAddress(text) ?? jetton;
  const isSearch = problems.length === 0 && tokens.every(({ kind }) => kind === 'word');
  const phrase = (address === undefined && isSearch && filters.search) || '';
  // Malformed addresses are problems of the query.
  return { address, phrase, isMalformed: false };
}

function completionOptions(
  { text, caret, onWrite }: Props,
  unsupported: UnsupportedFilters,
  max: number,
): PickableSuggestion[] {
  if (findPastedAddress(text) !== undefined) return [];
  const completion = completionAt(text, caret, unsupported);
  return completion.candidates.slice(0, max).map((candidate) => ({
    key: `filter:${candidate.insert}`,
    text: candidate.insert,
    note: candidate.label,
    group: FILTERS,
    pick: () => {
      const completed = applyCompletion(text, completion, candidate);
      onWrite(completed.text, completed.caret);
    },
  }));
}

/** Offers to apply the text, which Enter does as well while no option is highlighted. */
function applyOptions(
  { text, onApply }: Props,
  screen: Screen,
  unsupported: UnsupportedFilters,
): PickableSuggestion[] {
  const option = filterOption(text, screen, unsupported);
  if (!option) return [];
  return [
    {
      key: 'apply',
      text: option.text,
      note: 'Enter',
      group: FILTERS,
      href: option.href,
      pick: onApply,
    },
  ];
}
