import { Link } from '@tanstack/react-router';
import control from '#web/kit/controls/controls.module.css';
import styles from '#web/kit/controls/saved-items.module.css';
import {
  JsonFiles,
  NameForm,
  SavedItem,
  SavedItemsFooter,
  useSavedItems,
} from '#web/kit/controls/saved-items.tsx';
import { parseQuery, stringifyQuery } from '#web/kit/device/link-state.ts';
import { openPanel } from '#web/kit/device/open-panel.ts';
import { type Screen, serializeScreen } from '#web/list/list-state.ts';
import { removeScreen, renameScreen, saveScreens, useSavedScreens } from './saved-screens.ts';
import { MAX_SCREENS, parseScreenFile, serializeScreenFile } from './screen-file.ts';

/** Screens saved under a name on this device. */
export function SavedScreensPanel({ screen }: { screen: Screen }) {
  const { screens } = useSavedScreens();
  const { message, nameField, report, finish, finishRenaming, undo, renamingOf } = useSavedItems(
    (previous: typeof screens) => useSavedScreens.setState({ screens: previous }),
  );
  const rename = (name: string, newName: string | undefined) => {
    if (newName === undefined) return report('Enter a name');
    if (newName === name) return finishRenaming();
    const isExisting = screens.some((saved) => saved.name === newName);
    renameScreen(name, newName);
    finishRenaming(isExisting ? `Replaced ${newName}.` : `Renamed to ${newName}.`, screens);
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
            {...renamingOf(name)}
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
      <SavedItemsFooter
        message={
          message || (screens.length === 0 ? 'No saved screens. Screens are stored on this device.' : '')
        }
        undo={undo}
      />
    </>
  );
}
