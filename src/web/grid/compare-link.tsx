import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { MAX_CHARTS } from '#contract/page-links.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import button from '#web/kit/controls/button.module.css';
import { Button } from '#web/kit/controls/button.tsx';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { useSelection } from './rows/compared-rows.ts';

/**
 * With selected rows, links to their comparison in the currency of the page and to the charts of the first four, and a button
 * that clears the selection. The header of every page links to the comparison itself.
 */
export function CompareLink({ currency }: { currency: Currency }) {
  const { addresses } = useSelection();
  const count = addresses.length;
  const charts = addresses.slice(0, MAX_CHARTS);
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
          <Link to="/charts" search={{ chart: charts.map(toUserFriendly) }} className={button.button ?? ''}>
            {`Charts (${charts.length})`}
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
