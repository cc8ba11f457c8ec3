import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/control.module.css';
import { saveFile } from '#web/kit/controls/save-file.ts';
import { openPanel } from '#web/kit/device/open-panel.ts';
import { parseQuery, stringifyQuery } from '#web/kit/device/query-string.ts';
import { type Screen, serializeScreen } from '#web/list/list-state.ts';
import { removeScreen, renameScreen, saveScreens, useSavedScreens } from './saved-screens.ts';
import styles from './saved-screens-panel.module.css';
import { cleanScreenName, MAX_SCREENS, parseScreenFile, serializeScreenFile } from './screen-file.ts';

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
    setRenaming(undefined);
    if (newName === undefined || newName === name) return finish('');
    const isExisting = screens.some((saved) => saved.name === newName);
    renameScreen(name, newName);
    finish(isExisting ? `Replaced ${newName}.` : `Renamed to ${newName}.`, screens);
  };
  const remove = (name: string) => {
    removeScreen(name);
    finish(`Removed ${name}.`, screens);
  };
  const undo = () => {
    if (previous) useSavedScreens.setState({ screens: previous });
    finish('');
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = new FormData(form).get('name');
    const name = typeof input === 'string' ? cleanScreenName(input) : undefined;
    if (name === undefined) return report('Enter a name');
    const isExisting = screens.some((saved) => saved.name === name);
    const { skipped } = saveScreens([{ name, query: stringifyQuery(serializeScreen(screen)) }]);
    if (skipped > 0) return report(`At most ${MAX_SCREENS} screens: remove one first`);
    report(isExisting ? `Replaced ${name}.` : `Saved as ${name}.`, isExisting ? screens : undefined);
    form.reset();
  };
  return (
    <>
      <form className={styles.form} onSubmit={save}>
        <input
          ref={nameField}
          className={control.input}
          name="name"
          aria-label="Screen name"
          placeholder="Screen name"
          autoComplete="off"
        />
        <Button submit>Save</Button>
      </form>
      <ul className={styles.list} aria-label="Saved screens">
        {screens.map(({ name, query }) => (
          <li key={name}>
            {renaming === name ? (
              <RenameForm name={name} onRename={(newName) => rename(name, newName)} />
            ) : (
              <>
                <Link
                  to="/"
                  search={parseQuery(query)}
                  className={styles.link}
                  onClick={() => openPanel(undefined)}
                >
                  {name}
                </Link>
                <Button bare aria-label={`Rename ${name}`} onClick={() => setRenaming(name)}>
                  Rename
                </Button>
                <Button bare aria-label={`Remove ${name}`} onClick={() => remove(name)}>
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <ScreenFiles onMessage={report} />
      <p className={styles.message} role="status">
        {message || (screens.length === 0 ? 'No saved screens. Screens are stored on this device.' : '')}
      </p>
      {previous ? <Button onClick={undo}>Undo</Button> : null}
    </>
  );
}

function ScreenFiles({ onMessage }: { onMessage: (message: string) => void }) {
  const { screens } = useSavedScreens();
  const fileInput = useRef<HTMLInputElement>(null);
  const importFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    const imported = parseScreenFile(await chosen.text());
    if (!imported) return onMessage('This file contains no Jetscope screens.');
    const { added, replaced, skipped } = saveScreens(imported);
    const rest = skipped > 0 ? `, ${skipped} skipped: at most ${MAX_SCREENS} screens` : '';
    onMessage(`${added} added, ${replaced} replaced${rest}.`);
  };
  const exportFile = () =>
    saveFile('jetscope-screens.json', new Blob([serializeScreenFile(screens)], { type: 'application/json' }));
  return (
    <div className={styles.files}>
      <Button onClick={() => fileInput.current?.click()}>Import JSON</Button>
      <Button disabled={screens.length === 0} onClick={exportFile}>
        Export JSON
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept="application/json,.json"
        aria-label="Saved screens file"
        hidden
        onChange={({ target }) => {
          void importFile(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}

interface RenameFormProps {
  readonly name: string;
  /** Receives undefined if the input contains no visible character. */
  readonly onRename: (newName: string | undefined) => void;
}

function RenameForm({ name, onRename }: RenameFormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const input = new FormData(event.currentTarget).get('name');
        onRename(typeof input === 'string' ? cleanScreenName(input) : undefined);
      }}
    >
      <input
        ref={(field) => field?.focus()}
        className={control.input}
        name="name"
        aria-label={`New name for ${name}`}
        defaultValue={name}
        autoComplete="off"
      />
      <Button submit>Rename</Button>
    </form>
  );
}
