import { Button } from '#web/components/controls/button.tsx';
import control from '#web/components/controls/control.module.css';
import { renameScreen } from '#web/state/saved-screens.ts';
import { cleanScreenName } from '#web/state/screen-file.ts';
import styles from './saved-screens-panel.module.css';

export function RenameForm({ name, onDone }: { name: string; onDone: () => void }) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const input = new FormData(event.currentTarget).get('name');
        const newName = typeof input === 'string' ? cleanScreenName(input) : undefined;
        if (newName !== undefined) renameScreen(name, newName);
        onDone();
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
