import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { shortenAddress } from '#contract/format/shorten-address.ts';
import { MIN_SEARCH_LENGTH } from '#contract/jetton-filter.ts';
import { searchJettons } from '#web/api/queries/search-jettons.ts';
import { errorText } from '#web/api/transport/error-text.ts';
import control from '#web/components/controls/control.module.css';
import { nextActiveIndex, Suggestions } from '#web/components/controls/suggestions.tsx';
import { useDraft } from '#web/components/controls/use-draft.ts';
import { Verification } from '#web/components/display/verification.tsx';
import { findPastedAddress } from '#web/lib/query-language/find-pasted-address.ts';
import { MAX_COMPARED } from '#web/lib/screen/comparison-limits.ts';
import styles from './compare-page.module.css';

interface Props {
  readonly compared: readonly string[];
  readonly onAdd: (address: string) => void;
}

/** Search field that adds a jetton by name, symbol or address. */
export function AddJetton({ compared, onAdd }: Props) {
  const list = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const draft = useDraft({
    value: query,
    apply: (text) => {
      setQuery(text);
      return text;
    },
  });
  const isFull = compared.length >= MAX_COMPARED;
  const search = query.trim();
  const isSearch = search.length >= MIN_SEARCH_LENGTH && findPastedAddress(search) === undefined;
  const result = useQuery({ ...searchJettons(search), enabled: isSearch });
  const found = (isSearch && result.data) || [];
  const suggestions = found.filter(({ identity }) => !compared.includes(identity.address));
  const clear = () => {
    draft.discard();
    setQuery('');
    setActive(0);
  };
  const add = (address: string | undefined) => {
    if (address === undefined) return;
    clear();
    if (!compared.includes(address)) onAdd(address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = suggestions.length > 0 ? nextActiveIndex(event.key, active, suggestions.length) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    }
    if (event.key === 'Enter') add(findPastedAddress(draft.text) ?? suggestions[active]?.identity.address);
    if (event.key === 'Escape') clear();
  };
  const message = statusMessage(search, isSearch, result, suggestions.length, found.length);
  const isOpen = draft.text !== '';
  return (
    <search className={styles.add}>
      <input
        className={control.input}
        role="combobox"
        aria-label="Add jetton"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={suggestions.length > 0 ? `${list}-${active}` : undefined}
        placeholder={isFull ? 'Maximum 6 jettons: remove one first' : 'Add jetton: name, symbol or address'}
        disabled={isFull}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={draft.text}
        onChange={({ target }) => {
          setActive(0);
          const pasted = findPastedAddress(target.value);
          if (pasted === undefined) draft.setText(target.value);
          else add(pasted);
        }}
        onKeyDown={onKeyDown}
        onBlur={clear}
      />
      {isOpen ? (
        <Suggestions
          id={list}
          label="Jettons found"
          options={suggestions.map(({ identity, verification }) => ({
            key: identity.address,
            text: identity.symbol,
            note: (
              <span className={styles.suggestion}>
                <Verification status={verification} />
                <bdi>{identity.name}</bdi>
                <code>{shortenAddress(identity.userFriendly)}</code>
              </span>
            ),
          }))}
          active={active}
          onPick={(index) => add(suggestions[index]?.identity.address)}
        >
          <p className={message === '' ? 'visually-hidden' : styles.message} role="status">
            {message || `${suggestions.length} found`}
          </p>
        </Suggestions>
      ) : null}
    </search>
  );
}

function statusMessage(
  search: string,
  isSearch: boolean,
  { isPending, error }: { readonly isPending: boolean; readonly error: Error | null },
  suggestionCount: number,
  foundCount: number,
): string {
  if (!isSearch) return search.length < MIN_SEARCH_LENGTH ? `At least ${MIN_SEARCH_LENGTH} characters` : '';
  if (error) return errorText(error);
  if (isPending) return 'Searching…';
  if (suggestionCount > 0) return '';
  return foundCount > 0 ? 'Already added' : 'No jettons found';
}
