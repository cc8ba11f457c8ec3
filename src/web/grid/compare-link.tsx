import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import button from '#web/components/controls/button.module.css';
import { Button } from '#web/components/controls/button.tsx';
import { MAX_COMPARED } from '#web/lib/screen/comparison-limits.ts';
import { useSelection } from '#web/state/selection.ts';

/** Link to the comparison of the selected jettons, and a button that clears the selection. */
export function CompareLink() {
  const { addresses } = useSelection();
  const count = addresses.length;
  return (
    <>
      <Link
        to="/compare"
        search={{ address: addresses.map(toUserFriendly) }}
        className={button.button ?? ''}
        title={`Select up to ${MAX_COMPARED} rows by their number, or with the Space key`}
      >
        {count > 0 ? `Compare (${count})` : 'Compare'}
      </Link>
      {count > 0 ? (
        <Button
          bare
          aria-label="Clear selection"
          title="Clear selection"
          onClick={() => useSelection.setState({ addresses: [] })}
        >
          ✕
        </Button>
      ) : null}
      <span className="visually-hidden" role="status">
        {count > 0 ? `${count} of up to ${MAX_COMPARED} selected` : ''}
      </span>
    </>
  );
}
