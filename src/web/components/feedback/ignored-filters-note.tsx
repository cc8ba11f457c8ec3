import { Button } from '#web/components/controls/button.tsx';
import { PageNote } from './page-note.tsx';

interface Props {
  readonly dropped: readonly string[];
  readonly onDismiss: () => void;
}

/** What the link says and this page does not understand. */
export function DroppedNote({ dropped, onDismiss }: Props) {
  if (dropped.length === 0) return null;
  return (
    <PageNote>
      <span>
        Left out of this link, as not understood: <strong>{dropped.join(', ')}</strong>
      </span>
      <Button bare onClick={onDismiss}>
        Dismiss
      </Button>
    </PageNote>
  );
}
