import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import button from '#web/kit/controls/button.module.css';
import { Button } from '#web/kit/controls/button.tsx';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { useSelection } from './rows/compared-rows.ts';

/** Link to the comparison of the selected jettons in the currency of the page, and a button that clears the selection. */
export function CompareLink({ currency }: { currency: Currency }) {
  const { addresses } = useSelection();
  const count = addresses.length;
  return (
    <>
      <Link
        to="/compare"
        search={{
          address: addresses.map(toUserFriendly),
          ...(currency === DEFAULT_CURRENCY ? {} : { currency }),
        }}
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
