import { Button } from '#web/components/controls/button.tsx';
import control from '#web/components/controls/control.module.css';
import { renameScreen } from '#web/state/saved-screens.ts';
import { cleanScreenName } from '#web/state/screen-file.ts';
import styles from './saved-screens-panel.module.css';

export function RenameForm({ name, onDone }: { name: string; onDone: () => void }) {
  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('name');
        const next = typeof typed === 'string' ? cleanScreenName(typed) : undefined;
        if (next !== undefined) renameScreen(name, next);
        onDone();
      }}
    >
      <input
        ref={(field) => field?.focus()}
        className={control.input}
        name="name"
        aria-label={`New name of ${name}`}
        defaultValue={name}
        autoComplete="off"
      />
      <Button submit>Rename</Button>
    </form>
  );
}
