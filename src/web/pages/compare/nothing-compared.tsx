import { Link } from '@tanstack/react-router';
import { Button } from '#web/components/controls/button.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { COMPARED_MAX, COMPARED_MIN } from '#web/lib/screen/comparison-limits.ts';
import { useWatchlist } from '#web/state/watchlist.ts';

/** How to come by something to compare. */
export function NothingCompared({ onChoose }: { onChoose: (addresses: readonly string[]) => void }) {
  const { addresses } = useWatchlist();
  const first = addresses.slice(0, COMPARED_MAX);
  return (
    <Notice
      title="Nothing to compare yet"
      text="Add two to six jettons by the field above, or pick rows of the list: with the space bar, or by a press on their number."
    >
      {first.length >= COMPARED_MIN ? (
        <Button onClick={() => onChoose(first)}>
          {first.length < addresses.length ? `First ${first.length} of the watchlist` : 'The watchlist'}
        </Button>
      ) : null}
      <Link to="/">All jettons</Link>
    </Notice>
  );
}
