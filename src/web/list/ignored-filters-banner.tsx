import { Button } from '#web/kit/controls/button.tsx';
import { Banner } from '#web/kit/display/banner.tsx';
import { optionalFilterLabel } from './filter-chips.ts';
import type { OptionalFilter } from './list-state.ts';

interface Props {
  /** Names of the URL parameters that were ignored. */
  readonly ignored: readonly string[];
  /** Filters of the link that the service lacks. */
  readonly unsupported?: readonly OptionalFilter[];
  readonly onDismiss: () => void;
}

/** Lists parts of a link that have no effect, and why. Renders nothing if there are none. */
export function IgnoredFiltersBanner({ ignored, unsupported = [], onDismiss }: Props) {
  if (ignored.length === 0 && unsupported.length === 0) return null;
  const labels = unsupported.map(optionalFilterLabel);
  return (
    <Banner>
      {ignored.length === 0 ? null : (
        <span>
          Ignored invalid parts of this link: <strong>{ignored.join(', ')}</strong>
        </span>
      )}
      {labels.length === 0 ? null : (
        <span>
          Not supported by this service: <strong>{labels.join(', ')}</strong>
        </span>
      )}
      <Button bare disappears onClick={onDismiss}>
        Dismiss
      </Button>
    </Banner>
  );
}
