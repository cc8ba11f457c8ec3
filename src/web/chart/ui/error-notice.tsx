import { errorText } from '#web/api/transport/error-text.ts';
import { NotInPlanError } from '#web/api/transport/errors.ts';
import { Button } from '#web/components/controls/button.tsx';
import styles from './error-notice.module.css';

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** In the place of a part of a page that did not come; the rest of the page stands. */
export function ErrorNotice({ error, onRetry }: Props) {
  return (
    <p className={styles.fault}>
      {errorText(error)} {error instanceof NotInPlanError ? null : <Button onClick={onRetry}>Retry</Button>}
    </p>
  );
}
