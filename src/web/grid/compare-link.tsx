import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import button from '#web/kit/controls/button.module.css';
import { Button } from '#web/kit/controls/button.tsx';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { useSelection } from './rows/compared-rows.ts';

/**
 * With selected rows, a link to their comparison in the currency of the page, and a button that clears the selection. The
 * header of every page links to the comparison itself.
 */
export function CompareLink({ currency }: { currency: Currency }) {
  const { addresses } = useSelection();
  const count = addresses.length;
  return (
    <>
      {count > 0 ? (
        <>
          <Link
            to="/compare"
            search={{
              address: addresses.map(toUserFriendly),
              ...(currency === DEFAULT_CURRENCY ? {} : { currency }),
            }}
            className={button.button ?? ''}
          >
            {`Compare (${count})`}
          </Link>
          <Button
            bare
            aria-label="Clear selection"
            title="Clear selection"
            onClick={() => useSelection.setState({ addresses: [] })}
          >
            ✕
          </Button>
        </>
      ) : null}
      <span className="visually-hidden" role="status">
        {count > 0 ? `${count} of up to ${MAX_COMPARED} selected` : ''}
      </span>
    </>
  );
}
