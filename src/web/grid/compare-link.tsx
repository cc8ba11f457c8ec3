import type { Currency } from '#contract/enums.ts';
import { MAX_COMPARED } from '#web/grid/rows/compared-rows.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { useSelection } from './rows/compared-rows.ts';

const SelectionLinks = lazyWithRetry(async () => (await import('./selection-links.tsx')).SelectionLinks);

/**
 * With selected rows, what can be done with them, such as their comparison in the currency of the page. The header of every
 * page links to the comparison itself.
 */
export function CompareLink({ currency }: { currency: Currency }) {
  const { addresses } = useSelection();
  const count = addresses.length;
  return (
    <>
      {count > 0 ? <SelectionLinks currency={currency} /> : null}
      <span className="visually-hidden" role="status">
        {count > 0 ? `${count} of up to ${MAX_COMPARED} selected` : ''}
      </span>
    </>
  );
}
