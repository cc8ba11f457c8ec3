import { orders } from '#contract/enums.ts';
import { capitalize } from '#contract/format/capitalize.ts';
import { additionalRanges, type SortField, sortFields } from '#contract/measures.ts';
import { Select } from '#web/components/controls/select.tsx';
import type { ExchangeRate } from '#web/lib/numbers/exchange-rate.ts';
import { minimumKinds } from '#web/lib/screen/minimum.ts';
import type { UnsupportedRanges } from '#web/lib/screen/ranges.ts';
import { type Screen, withFilter, withMinimum } from '#web/lib/screen/screen.ts';
import { orderName, sortNames } from '#web/lib/screen/sort-names.ts';
import type { ChangeScreen } from '#web/url/use-screen.ts';
import styles from './filter-panel.module.css';
import { MinimumField } from './minimum-field.tsx';

// Options in the order of `sortNames`.
const names = Object.keys(sortNames);
const fields = [...sortFields].sort((a, b) => names.indexOf(a) - names.indexOf(b));

/** Fields with a range filter on every service, which makes a minimum redundant. */
const fieldsWithRange: ReadonlySet<SortField> = new Set<SortField>([
  'liquidityUsd',
  'fdmc',
  'trustScore',
  'holders',
  'tonPriceChangeHour',
  'tonPriceChangeHour6',
  'tonPriceChangeDay',
  'tonPriceChangeWeek',
]);

interface Props {
  readonly screen: Screen;
  readonly rate: ExchangeRate | null | undefined;
  readonly unsupported: UnsupportedRanges;
  readonly onChange: ChangeScreen;
}

export function OrderFields({ screen, rate, unsupported, onChange }: Props) {
  const { filter, minimum } = screen;
  const { sort, order } = filter;
  const additional = additionalRanges.find((field) => field === sort);
  const hasRange = additional === undefined ? fieldsWithRange.has(sort) : !unsupported.has(additional);
  const showsMinimum = minimum !== undefined || (order === 'desc' && !hasRange && minimumKinds[sort]);
  return (
    <>
      <label className={styles.line}>
        <span className={styles.label}>Sort by</span>
        <Select
          value={sort}
          onChoose={(chosen) => onChange((current) => withFilter(current, { sort: chosen }))}
        >
          {fields.map((field) => [field, sortNames[field].label])}
        </Select>
      </label>
      <label className={styles.line}>
        <span className={styles.label}>Order</span>
        <Select
          value={order}
          onChoose={(chosen) => onChange((current) => withFilter(current, { order: chosen }))}
        >
          {orders.toReversed().map((option) => [option, capitalize(orderName(sort, option))])}
        </Select>
      </label>
      {showsMinimum ? (
        <MinimumField
          key={sort}
          sort={sort}
          minimum={minimum}
          rate={rate}
          onMinimum={(next, phase) => onChange((current) => withMinimum(current, next), phase)}
        />
      ) : null}
    </>
  );
}
