import { orders } from '#contract/enums.ts';
import { capitalize } from '#contract/format/format-text.ts';
import type { UnsupportedRanges } from '#contract/measures.ts';
import { Select } from '#web/kit/controls/select.tsx';
import { minimumKind } from '#web/list/list-end.ts';
import { type Screen, withFilter, withMinimum } from '#web/list/list-state.ts';
import { isFilterable, orderName, sortMenu, textOf } from '#web/list/measure-texts.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import type { ExchangeRate } from '#web/money/amounts.ts';
import styles from './filter-panel.module.css';
import { MinimumField } from './minimum-field.tsx';

interface Props {
  readonly screen: Screen;
  readonly rate: ExchangeRate | null | undefined;
  readonly unsupported: UnsupportedRanges;
  readonly onChange: ChangeScreen;
}

export function OrderFields({ screen, rate, unsupported, onChange }: Props) {
  const { filter, minimum } = screen;
  const { sort, order } = filter;
  const showsMinimum =
    minimum !== undefined || (order === 'desc' && !isFilterable(sort, unsupported) && minimumKind(sort));
  return (
    <>
      <label className={styles.line}>
        <span className="caption">Sort by</span>
        <Select
          value={sort}
          onChoose={(chosen) => onChange((current) => withFilter(current, { sort: chosen }))}
        >
          {sortMenu.map((field) => [field, textOf(field).label])}
        </Select>
      </label>
      <label className={styles.line}>
        <span className="caption">Order</span>
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
