import { type KeyboardEvent, useId, useState } from 'react';
import control from '#web/kit/controls/control.module.css';
import { Modal } from '#web/kit/controls/modal.tsx';
import { nextActiveIndex, optionId, Suggestions } from '#web/kit/controls/suggestions.tsx';
import type { FoundItem } from '#web/search/found-item.ts';
import {
  type PickableSuggestion,
  RECENT,
  resultCountText,
  searchColumns,
  searchSuggestions,
} from '#web/search/search-suggestions.tsx';
import { searchTextOf } from '#web/search/search-text.ts';
import { useDeferredAction } from '#web/search/use-deferred-action.ts';
import { useOpenResult } from '#web/search/use-open-result.ts';
import { usePastedAddress } from '#web/search/use-pasted-address.ts';
import { useRecentResults } from '#web/search/use-recent-results.ts';
import { useSearch } from '#web/search/use-search.ts';
import styles from './shortcuts.module.css';
import { type Command, useCommands } from './use-commands.ts';

/** Dialog that finds commands, screens, jettons and pools and runs or opens them. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const list = useId();
  const [text, setText] = useState('');
  // Remains on an option while results are inserted before it.
  const [activeKey, setActiveKey] = useState<string>();
  const { matching, filters } = useCommands(text);
  const search = useSearch(searchTextOf(text));
  const recent = useRecentResults(text === '');
  const openResult = useOpenResult();
  const open = (item: FoundItem) => {
    onClose();
    openResult(item);
  };
  usePastedAddress(search, open);
  const toOptions = (commands: readonly Command[], group: string): PickableSuggestion[] =>
    commands.map((command) => ({
      key: `${command.group} ${command.name}`,
      text: command.name,
      note: command.group === group ? undefined : command.group,
      group,
      pick: () => {
        onClose();
        command.run();
      },
    }));
  const options = [
    ...searchSuggestions(recent, open, RECENT),
    ...toOptions(matching, 'Commands'),
    ...searchSuggestions(search.results, open),
    ...toOptions(filters, 'Filters'),
  ];
  const chosen = options.findIndex(({ key }) => key === activeKey);
  const active = Math.max(chosen, 0);
  const activeOption = options[active];
  const enter = useDeferredAction(!search.isFirstPending, () => options[0]?.pick());
  const startsWithResult = matching.length === 0 && search.results.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextActiveIndex(event.key, active, options.length);
    if (next !== undefined) {
      event.preventDefault();
      setActiveKey(options[next]?.key);
      enter.cancel();
    }
    if (event.key !== 'Enter') return;
    // Otherwise the same key press would activate the element that the command focuses.
    event.preventDefault();
    // The first option may still be a result of an earlier text.
    if (chosen < 0 && startsWithResult && search.isFirstPending) enter.request();
    else activeOption?.pick();
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
            enter.cancel();
          }}
          onKeyDown={onKeyDown}
        />
        <Suggestions
          id={list}
          label="Results"
          options={options}
          active={active}
          onPick={(index) => options[index]?.pick()}
          columns={searchColumns}
          isBusy={search.isBusy}
        >
          {search.message === '' ? null : <p className={styles.message}>{search.message}</p>}
        </Suggestions>
        {/* Screen readers only announce changes of a region that exists before its text. */}
        <div className="visually-hidden" role="status">
          {search.message || resultCountText(options.length)}
        </div>
      </div>
    </Modal>
  );
}
