import { type Ref, useState } from 'react';
import { TON_ADDRESS } from '#contract/address.ts';
import control from '#web/kit/controls/controls.module.css';
import { Suggestions } from '#web/kit/controls/suggestions.tsx';
import { useCombobox } from '#web/kit/controls/use-combobox.ts';
import type { FoundItem } from './found-item.ts';
import styles from './search-suggestions.module.css';
import { JETTONS, RECENT, resultCountText, searchColumns, searchSuggestions } from './search-suggestions.tsx';
import { searchTextOf, usePastedAddress, useRecentResults, useSearch } from './use-search.ts';

interface Props {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly placeholder: string;
  readonly disabled?: boolean;
  /** Displays the list in the flow of the page instead of over it. */
  readonly inline?: boolean;
  /** Raw addresses of jettons that cannot be picked. */
  readonly excluded?: readonly string[];
  /** Shown if all matches are excluded. */
  readonly excludedText?: string;
  /** Receives the raw address of the picked jetton. Of a pasted pool address, that of the pool's jetton. */
  readonly onPick: (address: string) => void;
}

const nothingExcluded: readonly string[] = [];

/** Combobox that picks a jetton by name, symbol or address. */
export function JettonSearchField(props: Props) {
  const { ref, label, placeholder, disabled = false, inline = false, onPick } = props;
  const { excluded = nothingExcluded, excludedText = '' } = props;
  const [text, setText] = useState('');
  const [isFocused, setFocused] = useState(false);
  const search = useSearch(searchTextOf(isFocused ? text : ''), { onlyJettons: true });
  const recent = useRecentResults(isFocused && text === '');
  const recentJettons = recent.filter(
    ({ address, poolAddress }) => poolAddress === undefined && address !== TON_ADDRESS,
  );
  const found = text === '' ? recentJettons : search.results;
  const results = found.filter(({ address }) => !excluded.includes(address));
  const pick = ({ address }: FoundItem) => {
    if (excluded.includes(address)) return;
    setText('');
    setFocused(false);
    onPick(address);
  };
  usePastedAddress(search, pick);
  const options = searchSuggestions(results, pick, text === '' ? RECENT : JETTONS);
  const message = found.length > 0 && results.length === 0 && text !== '' ? excludedText : search.message;
  const isOpen = isFocused && (options.length > 0 || message !== '');
  const { inputProps, listProps } = useCombobox({
    isOpen,
    options,
    highlightsFirst: true,
    isPending: search.isFirstPending,
    onText: (typed) => {
      setText(typed);
      setFocused(true);
    },
    onOpen: () => setFocused(true),
    onClose: () => setFocused(false),
  });
  return (
    <search className="relative stack tight">
      <input
        {...inputProps}
        ref={ref}
        className={control.input}
        aria-label={label}
        placeholder={placeholder}
        disabled={disabled}
        value={text}
      />
      {isOpen ? (
        <Suggestions
          {...listProps}
          label="Jettons found"
          columns={searchColumns}
          isBusy={search.isBusy}
          inline={inline}
        >
          {message === '' ? null : <p className={styles.message}>{message}</p>}
        </Suggestions>
      ) : null}
      {/* Screen readers only announce changes of a region that exists before its text. */}
      <div className="visually-hidden" role="status">
        {isOpen ? message || resultCountText(options.length) : ''}
      </div>
    </search>
  );
}
