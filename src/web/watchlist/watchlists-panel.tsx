import { formatCount } from '#contract/format/format-numbers.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from '#web/kit/controls/saved-items.module.css';
import {
  JsonFiles,
  NameForm,
  SavedItem,
  SavedItemsFooter,
  useSavedItems,
} from '#web/kit/controls/saved-items.tsx';
import {
  createList,
  importLists,
  listErrorTexts,
  MAX_LISTS,
  moveInList,
  openList,
  parseLists,
  readLists,
  removeList,
  renameList,
  serializeLists,
  setLists,
  useLists,
} from './watchlists.ts';

/** Opens, adds, renames, removes, imports and exports the watchlists of this device. */
export function WatchlistsPanel() {
  const { open, lists } = useLists();
  const { message, nameField, report, finish, finishRenaming, undo, renamingOf } = useSavedItems(setLists);
  const create = (name: string | undefined) => {
    const error = name === undefined ? 'unnamed' : createList(name);
    report(error === undefined ? `Stars now add to ${name}.` : errorTexts[error]);
    return error === undefined;
  };
  const rename = (name: string, newName: string | undefined) => {
    if (newName === name) return finishRenaming();
    const error = newName === undefined ? 'unnamed' : renameList(name, newName);
    if (error !== undefined) return report(errorTexts[error]);
    finishRenaming(`Renamed to ${newName}.`);
  };
  const remove = (name: string) => {
    const before = readLists();
    removeList(name);
    finish(`Removed ${name}.`, before);
  };
  const importFile = (text: string) => {
    const imported = parseLists(text);
    if (!imported) return report('This file contains no Jetscope watchlists.');
    const before = readLists();
    const { added, extended, skipped } = importLists(imported);
    const rest = skipped > 0 ? `, ${skipped} skipped: at most ${MAX_LISTS} lists` : '';
    report(`${added} added, ${extended} extended${rest}.`, before);
  };
  return (
    <>
      <NameForm label="List name" placeholder="New list" submit="Add" fieldRef={nameField} onName={create} />
      <ul className={styles.list} aria-label="Watchlists">
        {lists.map(({ name, addresses }) => (
          <SavedItem
            key={name}
            name={name}
            {...renamingOf(name)}
            onRename={(newName) => rename(name, newName)}
            onRemove={() => remove(name)}
          >
            <button
              type="button"
              className={styles.link}
              aria-current={name === open}
              onClick={() => openList(name)}
            >
              <bdi translate="no">{name}</bdi> <span translate="no">({formatCount(addresses.length)})</span>
            </button>
          </SavedItem>
        ))}
      </ul>
      <JsonFiles
        label="Watchlists file"
        fileName="jetscope-watchlists.json"
        text={serializeLists(lists)}
        onImport={importFile}
      />
      <SavedItemsFooter message={message} undo={undo} />
    </>
  );
}

/** Moves the jettons of the open list, which are in its order. */
export function OrderPanel({ jettons }: { jettons: readonly ListedJetton[] }) {
  return (
    <ul className={styles.list} aria-label="Order">
      {jettons.map(({ identity: { address, symbol } }) => (
        <li key={address} className="row tight">
          <span className={styles.link}>
            <bdi translate="no">{symbol}</bdi>
          </span>
          <Button bare aria-label={`Move ${symbol} up`} onClick={() => moveInList(address, -1)}>
            ↑
          </Button>
          <Button bare aria-label={`Move ${symbol} down`} onClick={() => moveInList(address, 1)}>
            ↓
          </Button>
        </li>
      ))}
    </ul>
  );
}

const errorTexts = { ...listErrorTexts, unnamed: 'Enter a name' };
