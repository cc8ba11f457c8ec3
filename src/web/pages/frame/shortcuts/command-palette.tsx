import { type KeyboardEvent, useId, useState } from 'react';
import control from '#web/components/controls/control.module.css';
import {
  nextActiveIndex,
  optionId,
  type Suggestion,
  Suggestions,
} from '#web/components/controls/suggestions.tsx';
import { Modal } from '#web/components/overlays/modal.tsx';
import type { FoundItem } from '#web/search/found-item.ts';
import { RECENT, searchColumns, searchSuggestions } from '#web/search/search-suggestions.tsx';
import { searchTextOf } from '#web/search/search-text.ts';
import { useOpenResult } from '#web/search/use-open-result.ts';
import { usePastedAddress } from '#web/search/use-pasted-address.ts';
import { useRecentResults } from '#web/search/use-recent-results.ts';
import type { SearchResult } from '#web/search/use-results.ts';
import { useSearch } from '#web/search/use-search.ts';
import styles from './shortcuts.module.css';
import { type Command, useCommands } from './use-commands.ts';

interface Option extends Suggestion {
  readonly run: () => void;
}

/** Dialog that finds commands, screens, jettons and pools and runs or opens them. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const list = useId();
  const [text, setText] = useState('');
  // Remains on an option while results are inserted before it.
  const [activeKey, setActiveKey] = useState<string>();
  const { matching, search: apply } = useCommands(text);
  const search = useSearch(searchTextOf(text));
  const recent = useRecentResults(text === '');
  const openResult = useOpenResult();
  const open = (item: FoundItem) => {
    onClose();
    openResult(item);
  };
  usePastedAddress(search, open);
  const found = (results: readonly SearchResult[], group?: string): Option[] =>
    searchSuggestions(results, group).map((suggestion, index) => ({
      ...suggestion,
      run: () => {
        const result = results[index];
        if (result) open(result);
      },
    }));
  const toOptions = (commands: readonly Command[], group: string): Option[] =>
    commands.map((command) => ({
      key: `${command.group} ${command.name}`,
      text: command.name,
      note: command.group === group ? undefined : command.group,
      group,
      run: () => {
        onClose();
        command.run();
      },
    }));
  const options = [
    ...found(recent, RECENT),
    ...toOptions(matching, 'Commands'),
    ...found(search.results),
    ...toOptions(apply, 'Filters'),
  ];
  const active = Math.max(
    options.findIndex(({ key }) => key === activeKey),
    0,
  );
  const activeOption = options[active];
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextActiveIndex(event.key, active, options.length);
    if (next !== undefined) {
      event.preventDefault();
      setActiveKey(options[next]?.key);
    }
    if (event.key !== 'Enter') return;
    // Otherwise the same key press would activate the element that the command focuses.
    event.preventDefault();
    activeOption?.run();
  };
  return (
    <Modal title="Commands" onClose={onClose}>
      <div className={styles.palette}>
        <input
          className={control.input}
          role="combobox"
          aria-label="Command"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={activeOption && optionId(list, activeOption.key)}
          placeholder="Search jettons, pools and commands"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActiveKey(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        <Suggestions
          id={list}
          label="Commands"
          options={options}
          active={active}
          onPick={(index) => options[index]?.run()}
          columns={searchColumns}
          isBusy={search.isBusy}
        >
          <p className={search.message === '' ? 'visually-hidden' : styles.message} role="status">
            {search.message || `${options.length} results`}
          </p>
        </Suggestions>
      </div>
    </Modal>
  );
}
