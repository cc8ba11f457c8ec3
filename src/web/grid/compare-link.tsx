import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import button from '#web/components/controls/button.module.css';
import { Button } from '#web/components/controls/button.tsx';
import { COMPARED_MAX } from '#web/lib/screen/comparison-limits.ts';
import { usePicked } from '#web/state/picked.ts';

/** Leads to the rows that were picked, side by side. */
export function CompareLink() {
  const { addresses } = usePicked();
  const count = addresses.length;
  return (
    <>
      <Link
        to="/compare"
        search={{ address: addresses.map(toUserFriendly) }}
        className={button.button ?? ''}
        title={`Picks: the space bar, or a press on the number of a row; ${COMPARED_MAX} at most`}
      >
        {count > 0 ? `Compare (${count})` : 'Compare'}
      </Link>
      {count > 0 ? (
        <Button
          bare
          aria-label="Pick none"
          title="Pick none"
          onClick={() => usePicked.setState({ addresses: [] })}
        >
          ✕
        </Button>
      ) : null}
      <span className="visually-hidden" role="status">
        {count > 0 ? `${count} of at most ${COMPARED_MAX} picked` : ''}
      </span>
    </>
  );
}
