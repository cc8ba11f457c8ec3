import { Button } from '#web/kit/controls/button.tsx';
import { NotInPlanError } from './errors.ts';
import { useErrorText } from './use-error-text.ts';

interface Props {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Error message in place of a section that could not be loaded, with a retry if it may help. */
export function ErrorNotice({ error, onRetry }: Props) {
  return (
    <p className="hint">
      {useErrorText(error)}{' '}
      {error instanceof NotInPlanError ? null : <Button onClick={onRetry}>Retry</Button>}
    </p>
  );
}
