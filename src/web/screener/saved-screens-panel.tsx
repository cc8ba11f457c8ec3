import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import styles from '#web/kit/controls/saved-items.module.css';
import { DeviceLink, JsonFiles, NameForm, SavedItem } from '#web/kit/controls/saved-items.tsx';
import { parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { openPanel } from '#web/kit/device/open-panel.ts';
import { type Screen, serializeScreen } from '#web/list/list-state.ts';
import { removeScreen, renameScreen, saveScreens, useSavedScreens } from './saved-screens.ts';
import { MAX_SCREENS, parseScreenFile, serializeScreenFile } from './screen-file.ts';

/** Screens saved under a name on this device. */
export function SavedScreensPanel({ screen }: { screen: Screen }) {
  const { screens } = useSavedScreens();
  const [message, setMessage] = useState('');
  /** The screens before the change that the message reports, if they can be restored. */
  const [previous, setPrevious] = useState<typeof screens>();
  const [renaming, setRenaming] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const report = (result: string, restorable?: typeof screens) => {
    setMessage(result);
    setPrevious(restorable);
  };
  // The pressed button is removed with its row or form. Keep the focus in the panel.
  const finish = (result: string, restorable?: typeof screens) => {
    report(result, restorable);
    nameField.current?.focus();
  };
  const rename = (name: string, newName: string | undefined) => {
    if (newName === undefined) return report('Enter a name');
    setRenaming(undefined);
    // The last change can still be undone.
    if (newName === name) return finish(previous ? message : '', previous);
    const isExisting = screens.some((saved) => saved.name === newName);
    renameScreen(name, newName);
    finish(isExisting ? `Replaced ${newName}.` : `Renamed to ${newName}.`, screens);
  };
  const importScreens = (text: string) => {
    const imported = parseScreenFile(text);
    if (!imported) return report('This file contains no Jetscope screens.');
    const { added, replaced, skipped } = saveScreens(imported);
    const rest = skipped > 0 ? `, ${skipped} skipped: at most ${MAX_SCREENS} screens` : '';
    report(`${added} added, ${replaced} replaced${rest}.`, screens);
  };
  const remove = (name: string) => {
    removeScreen(name);
    finish(`Removed ${name}.`, screens);
  };
  const undo = () => {
    if (previous) useSavedScreens.setState({ screens: previous });
    finish('');
  };
  const save = (name: string | undefined) => {
    if (name === undefined) {
      report('Enter a name');
      return false;
    }
    const isExisting = screens.some((saved) => saved.name === name);
    const { skipped } = saveScreens([{ name, query: stringifyQuery(serializeScreen(screen)) }]);
    if (skipped > 0) {
      report(`At most ${MAX_SCREENS} screens: remove one first`);
      return false;
    }
    report(isExisting ? `Replaced ${name}.` : `Saved as ${name}.`, isExisting ? screens : undefined);
    return true;
  };
  return (
    <>
      <NameForm
        label="Screen name"
        placeholder="Screen name"
        submit="Save"
        fieldRef={nameField}
        onName={save}
      />
      <ul className={styles.list} aria-label="Saved screens">
        {screens.map(({ name, query }) => (
          <SavedItem
            key={name}
            name={name}
            isRenaming={renaming === name}
            onStartRenaming={() => setRenaming(name)}
            onRename={(newName) => rename(name, newName)}
            onRemove={() => remove(name)}
          >
            <Link
              to="/"
              search={parseQuery(query)}
              className={styles.link}
              onClick={() => openPanel(undefined)}
            >
              {name}
            </Link>
            <Link
              to="/alerts"
              search={{ screen: name }}
              className={`${control.button} ${control.bare}`}
              aria-label={`New alert on ${name}`}
              onClick={() => openPanel(undefined)}
            >
              Alert
            </Link>
          </SavedItem>
        ))}
      </ul>
      <JsonFiles
        label="Saved screens file"
        fileName="jetscope-screens.json"
        text={screens.length === 0 ? undefined : serializeScreenFile(screens)}
        onImport={importScreens}
      />
      <p className={styles.message} role="status">
        {message || (screens.length === 0 ? 'No saved screens. Screens are stored on this device.' : '')}
      </p>
      {previous ? <Button onClick={undo}>Undo</Button> : null}
      <DeviceLink />
    </>
  );
}
