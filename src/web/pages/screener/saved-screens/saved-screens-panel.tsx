import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#web/components/controls/button.tsx';
import control from '#web/components/controls/control.module.css';
import { saveFile } from '#web/components/controls/save-file.ts';
import type { Screen } from '#web/lib/screen/screen.ts';
import { removeScreen, saveScreens, useSavedScreens } from '#web/state/saved-screens.ts';
import { cleanScreenName, parseScreenFile, serializeScreenFile } from '#web/state/screen-file.ts';
import { parseQuery, stringifyQuery } from '#web/url/query-string.ts';
import { queryFromSearch, serializeScreen } from '#web/url/screen.ts';
import { RenameForm } from './rename-form.tsx';
import styles from './saved-screens-panel.module.css';

/** Screens under names, on this device. */
export function SavedScreensPanel({ screen }: { screen: Screen }) {
  const { screens } = useSavedScreens();
  const [said, setSaid] = useState('');
  const [renamed, setRenamed] = useState<string>();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('name');
    const name = typeof typed === 'string' ? cleanScreenName(typed) : undefined;
    if (name === undefined) return setSaid('A name is missing.');
    const isKnown = screens.some((known) => known.name === name);
    const { skipped } = saveScreens([{ name, query: stringifyQuery(serializeScreen(screen)) }]);
    setSaid(
      skipped > 0
        ? 'No room: remove a screen first.'
        : isKnown
          ? `Saved as ${name}, in place of the one before.`
          : `Saved as ${name}.`,
    );
    if (skipped === 0) form.reset();
  };
  return (
    <>
      <form className={styles.save} onSubmit={save}>
        <input
          className={control.input}
          name="name"
          aria-label="Name of this screen"
          placeholder="Name of this screen"
          autoComplete="off"
        />
        <Button submit>Save</Button>
      </form>
      <ul className={styles.list} aria-label="Saved screens">
        {screens.map(({ name, query }) => (
          <li key={name}>
            {renamed === name ? (
              <RenameForm name={name} onDone={() => setRenamed(undefined)} />
            ) : (
              <>
                <Link to="/" search={queryFromSearch(parseQuery(query))} className={styles.link}>
                  {name}
                </Link>
                <Button bare aria-label={`Rename ${name}`} onClick={() => setRenamed(name)}>
                  Rename
                </Button>
                <Button bare aria-label={`Remove ${name}`} onClick={() => removeScreen(name)}>
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <Files onSaid={setSaid} />
      <p className={styles.said} role="status">
        {said || (screens.length === 0 ? 'Nothing saved yet. Screens are kept on this device.' : '')}
      </p>
    </>
  );
}

function Files({ onSaid }: { onSaid: (said: string) => void }) {
  const { screens } = useSavedScreens();
  const file = useRef<HTMLInputElement>(null);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const read = parseScreenFile(await chosen.text());
    if (!read) return onSaid('This file has no screens of Jetscope.');
    const { added, replaced, skipped } = saveScreens(read);
    const rest = skipped > 0 ? `, ${skipped} without room` : '';
    onSaid(`${added} added, ${replaced} replaced${rest}.`);
  };
  const give = () =>
    saveFile('jetscope-screens.json', new Blob([serializeScreenFile(screens)], { type: 'application/json' }));
  return (
    <div className={styles.files}>
      <Button onClick={() => file.current?.click()}>Import JSON</Button>
      <Button disabled={screens.length === 0} onClick={give}>
        Export JSON
      </Button>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="File of saved screens"
        hidden
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}
