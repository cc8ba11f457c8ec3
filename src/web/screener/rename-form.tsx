import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/control.module.css';
import styles from './saved-screens-panel.module.css';
import { cleanScreenName } from './screen-file.ts';

interface Props {
  readonly name: string;
  /** Receives undefined if the input contains no visible character. */
  readonly onRename: (newName: string | undefined) => void;
}

export function RenameForm({ name, onRename }: Props) {
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
