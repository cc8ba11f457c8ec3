import { orders, type SortField, sortFields } from '#contract/enums.ts';
import { Select } from '#web/components/controls/select.tsx';
import { minimumKinds } from '#web/lib/screen/minimum.ts';
import { type Screen, withFilter, withMinimum } from '#web/lib/screen/screen.ts';
import { orderName, sortNames } from '#web/lib/screen/sort-names.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './filter-panel.module.css';
import { MinimumField } from './minimum-field.tsx';

// In the order in which they are offered.
const offered = Object.keys(sortNames);
const fields = [...sortFields].sort((a, b) => offered.indexOf(a) - offered.indexOf(b));

/** These have a range of their own in the panel, which says more. */
const ranged: ReadonlySet<SortField> = new Set<SortField>([
  'liquidityUsd',
  'fdmc',
  'trustScore',
  'holders',
  'tonPriceChangeHour',
  'tonPriceChangeHour6',
  'tonPriceChangeDay',
  'tonPriceChangeWeek',
]);

export function OrderFields({ screen, onChange }: { screen: Screen; onChange: ChangeScreen }) {
  const { filter, minimum } = screen;
  const { sort, order } = filter;
  const offersFloor = minimum !== undefined || (order === 'desc' && !ranged.has(sort) && minimumKinds[sort]);
  return (
    <>
      <label className={styles.line}>
        <span className={styles.label}>Sort by</span>
        <Select value={sort} onChoose={(chosen) => onChange((known) => withFilter(known, { sort: chosen }))}>
          {fields.map((field) => [field, sortNames[field].label])}
        </Select>
      </label>
      <label className={styles.line}>
        <span className={styles.label}>Order</span>
        <Select
          value={order}
          onChoose={(chosen) => onChange((known) => withFilter(known, { order: chosen }))}
        >
          {orders.toReversed().map((known) => [known, capital(orderName(sort, known))])}
        </Select>
      </label>
      {offersFloor ? (
        <MinimumField
          key={sort}
          sort={sort}
          floor={minimum}
          onFloor={(next, step) => onChange((known) => withMinimum(known, next), step)}
        />
      ) : null}
    </>
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
