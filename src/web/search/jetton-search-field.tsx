import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { TON_ADDRESS } from '#contract/address.ts';
import control from '#web/kit/controls/control.module.css';
import { nextActiveIndex, optionId, Suggestions } from '#web/kit/controls/suggestions.tsx';
import type { FoundItem } from './found-item.ts';
import styles from './jetton-search-field.module.css';
import { JETTONS, RECENT, resultCountText, searchColumns, searchSuggestions } from './search-suggestions.tsx';
import { useRecentResults } from './use-results.ts';
import { searchTextOf, useDeferredAction, usePastedAddress, useSearch } from './use-search.ts';

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
  const list = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string>();
  const search = useSearch(searchTextOf(isOpen ? text : ''), { onlyJettons: true });
  const recent = useRecentResults(isOpen && text === '');
  const recentJettons = recent.filter(
    ({ address, poolAddress }) => poolAddress === undefined && address !== TON_ADDRESS,
  );
  const found = text === '' ? recentJettons : search.results;
  const results = found.filter(({ address }) => !excluded.includes(address));
  const close = () => {
    setOpen(false);
    setActiveKey(undefined);
  };
  const pick = ({ address }: FoundItem) => {
    if (excluded.includes(address)) return;
    setText('');
    close();
    onPick(address);
  };
  const options = searchSuggestions(results, pick, text === '' ? RECENT : JETTONS);
  const chosen = options.findIndex(({ key }) => key === activeKey);
  const active = options.length === 0 ? -1 : Math.max(chosen, 0);
  const activeOption = options[active];
  const enter = useDeferredAction(!search.isFirstPending, () => options[0]?.pick());
  const dismiss = () => {
    enter.cancel();
    close();
  };
  usePastedAddress(search, pick);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = options.length > 0 ? nextActiveIndex(event.key, active, options.length) : undefined;
    if (next !== undefined && isOpen) {
      event.preventDefault();
      setActiveKey(options[next]?.key);
      enter.cancel();
    }
    if (event.key === 'ArrowDown') setOpen(true);
    if (event.key === 'Enter' && isOpen) {
      // The first option may still be a result of an earlier text.
      if (chosen < 0 && search.isFirstPending) enter.request();
      else activeOption?.pick();
    }
    if (event.key === 'Escape' && isOpen) {
      // Close only the list, not the surrounding panel.
      event.stopPropagation();
      dismiss();
    }
  };
  const message = found.length > 0 && results.length === 0 && text !== '' ? excludedText : search.message;
  const isShown = isOpen && (options.length > 0 || message !== '');
  return (
    <search className={styles.search}>
      <input
        ref={ref}
        className={control.input}
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={isShown ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && activeOption ? optionId(list, activeOption.key) : undefined}
        placeholder={placeholder}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setOpen(true);
          setActiveKey(undefined);
          enter.cancel();
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        onBlur={dismiss}
      />
      {isShown ? (
        <Suggestions
          id={list}
          label="Jettons found"
          options={options}
          active={active}
          onPick={(index) => {
            enter.cancel();
            options[index]?.pick();
          }}
          columns={searchColumns}
          isBusy={search.isBusy}
          inline={inline}
        >
          {message === '' ? null : <p className={styles.message}>{message}</p>}
        </Suggestions>
      ) : null}
      {/* Screen readers only announce changes of a region that exists before its text. */}
      <div className="visually-hidden" role="status">
        {isShown ? message || resultCountText(options.length) : ''}
      </div>
    </search>
  );
}
