import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { MAX_CHARTS } from '#contract/page-links.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { DEFAULT_CURRENCY } from '#web/money/currencies.ts';
import { useSelection } from './rows/compared-rows.ts';

/** Links to the comparison of selected rows and to the charts of the first four, and a button that clears the selection. */
export function SelectionLinks({ currency }: { currency: Currency }) {
  const { addresses } = useSelection();
  const charts = addresses.slice(0, MAX_CHARTS);
  return (
    <>
      <Link
        to="/compare"
        search={{
          address: addresses.map(toUserFriendly),
          ...(currency === DEFAULT_CURRENCY ? {} : { currency }),
        }}
        className={control.button}
      >
        {`Compare (${addresses.length})`}
      </Link>
      <Link to="/charts" search={{ chart: charts.map(toUserFriendly) }} className={control.button}>
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
  );
}
