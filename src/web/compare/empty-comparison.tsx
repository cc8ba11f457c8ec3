import { Link } from '@tanstack/react-router';
import { MAX_COMPARED, MIN_COMPARED } from '#web/grid/rows/compared-rows.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { useWatchlist } from '#web/list/watchlist.ts';

/** Shown while no jetton is selected. */
export function EmptyComparison({ onChoose }: { onChoose: (addresses: readonly string[]) => void }) {
  const { addresses } = useWatchlist();
  const first = addresses.slice(0, MAX_COMPARED);
  return (
    <Notice title="Nothing to compare yet" text="Search above, or tick rows in the list.">
      {first.length >= MIN_COMPARED ? (
        <Button onClick={() => onChoose(first)}>
          {first.length < addresses.length
            ? `Compare first ${first.length} of watchlist`
            : 'Compare watchlist'}
        </Button>
      ) : null}
      <Link to="/">All jettons</Link>
    </Notice>
  );
}
