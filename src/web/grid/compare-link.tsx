import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import button from '#web/components/controls/button.module.css';
import { Button } from '#web/components/controls/button.tsx';
import { MAX_COMPARED } from '#web/lib/screen/comparison-limits.ts';
import { useSelection } from '#web/state/selection.ts';

/** Leads to the rows that were picked, side by side. */
export function CompareLink() {
  const { addresses } = useSelection();
  const count = addresses.length;
  return (
    <>
      <Link
        to="/compare"
        search={{ address: addresses.map(toUserFriendly) }}
        className={button.button ?? ''}
        title={`Picks: the space bar, or a press on the number of a row; ${MAX_COMPARED} at most`}
      >
        {count > 0 ? `Compare (${count})` : 'Compare'}
      </Link>
      {count > 0 ? (
        <Button
          bare
          aria-label="Pick none"
          title="Pick none"
          onClick={() => useSelection.setState({ addresses: [] })}
        >
          ✕
        </Button>
      ) : null}
      <span className="visually-hidden" role="status">
        {count > 0 ? `${count} of at most ${MAX_COMPARED} picked` : ''}
      </span>
    </>
  );
}
