import { useRef, useState } from 'react';
import { formatCount } from '#contract/format/format-numbers.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { Button } from '#web/kit/controls/button.tsx';
import styles from '#web/kit/controls/saved-items.module.css';
import { DeviceLink, JsonFiles, NameForm, SavedItem } from '#web/kit/controls/saved-items.tsx';
import {
  createList,
  type DeviceLists,
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
  const [message, setMessage] = useState('');
  /** The lists before the change that the message reports, if they can be restored. */
  const [previous, setPrevious] = useState<DeviceLists>();
  const [renaming, setRenaming] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const report = (result: string, restorable?: DeviceLists) => {
    setMessage(result);
    setPrevious(restorable);
  };
  // The pressed button is removed with its row or form. Keep the focus in the panel.
  const finish = (result: string, restorable?: DeviceLists) => {
    report(result, restorable);
    nameField.current?.focus();
  };
  const create = (name: string | undefined) => {
    const error = name === undefined ? 'unnamed' : createList(name);
    report(error === undefined ? `Stars now add to ${name}.` : errorTexts[error]);
    return error === undefined;
  };
  const rename = (name: string, newName: string | undefined) => {
    if (newName === name) {
      setRenaming(undefined);
      // The last change can still be undone.
      return finish(previous ? message : '', previous);
    }
    const error = newName === undefined ? 'unnamed' : renameList(name, newName);
    if (error !== undefined) return report(errorTexts[error]);
    setRenaming(undefined);
    finish(`Renamed to ${newName}.`);
  };
  const remove = (name: string) => {
    const before = readLists();
    removeList(name);
    finish(`Removed ${name}.`, before);
  };
  const undo = () => {
    if (previous) setLists(previous);
    finish('');
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
            isRenaming={renaming === name}
            onStartRenaming={() => setRenaming(name)}
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
      <p className={styles.message} role="status">
        {message}
      </p>
      {previous ? <Button onClick={undo}>Undo</Button> : null}
      <DeviceLink />
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
