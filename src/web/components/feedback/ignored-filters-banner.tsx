import { Button } from '#web/components/controls/button.tsx';
import { Banner } from './banner.tsx';

interface Props {
  /** Names of the URL parameters that were ignored. */
  readonly ignored: readonly string[];
  readonly onDismiss: () => void;
}

/** Lists URL parameters that have unknown names or invalid values. Renders nothing if there are none. */
export function IgnoredFiltersBanner({ ignored, onDismiss }: Props) {
  if (ignored.length === 0) return null;
  return (
    <Banner>
      <span>
        Ignored invalid parts of this link: <strong>{ignored.join(', ')}</strong>
      </span>
      <Button bare onClick={onDismiss}>
        Dismiss
      </Button>
    </Banner>
  );
}
