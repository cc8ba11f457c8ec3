import { Button } from '#web/components/button.tsx';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './toolbar.module.css';

interface Props {
  readonly dropped: readonly string[];
  readonly onChange: ChangeScreen;
}

/** What the link says and this page does not understand. */
export function DroppedNote({ dropped, onChange }: Props) {
  if (dropped.length === 0) return null;
  return (
    <p className={styles.note} role="status">
      <span>
        Left out of this link, as not understood: <strong>{dropped.join(', ')}</strong>
      </span>
      <Button bare onClick={() => onChange((screen) => screen)}>
        Dismiss
      </Button>
    </p>
  );
}
