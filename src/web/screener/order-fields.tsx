import { useId } from 'react';
import { orders } from '#contract/enums.ts';
import { capitalize } from '#contract/format/format-text.ts';
import type { SortField, UnsupportedFilters } from '#contract/measures.ts';
import control from '#web/kit/controls/controls.module.css';
import { Select } from '#web/kit/controls/select.tsx';
import { useDraft } from '#web/kit/controls/use-draft.ts';
import type { HistoryMode } from '#web/kit/device/link-state.ts';
import { formatFilterValue, parseFilterValue } from '#web/list/filter-values.ts';
import { minimumKind, normalizeMinimum } from '#web/list/list-end.ts';
import { type Screen, withFilter, withMinimum } from '#web/list/list-state.ts';
import { isFilterable, orderName, sortLabel, sortMenu } from '#web/list/measure-texts.ts';
import { type ChangeScreen, useOtherChanges } from '#web/list/use-list-state.ts';
import { boundFromUsd, boundToUsd, type ExchangeRate, sumUnit } from '#web/money/amounts.ts';
import type { DecimalText } from '#web/money/decimals.ts';
import styles from './filter-panel.module.css';

interface Props {
  readonly screen: Screen;
  readonly rate: ExchangeRate | null | undefined;
  readonly unsupported: UnsupportedFilters;
  readonly onChange: ChangeScreen;
}

export function OrderFields({ screen, rate, unsupported, onChange }: Props) {
  const { filter, minimum } = screen;
  const { sort, order } = filter;
  const showsMinimum =
    minimum !== undefined || (order === 'desc' && !isFilterable(sort, unsupported) && minimumKind(sort));
  return (
    <>
      <label className={control.field}>
        <span className="caption">Sort by</span>
        <Select
          value={sort}
          onChoose={(chosen) => onChange((current) => withFilter(current, { sort: chosen }))}
        >
          {sortMenu.map((field) => [field, sortLabel(field)])}
        </Select>
      </label>
      <label className={control.field}>
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

interface MinimumFieldProps {
  readonly sort: SortField;
  readonly minimum: DecimalText | undefined;
  readonly rate: ExchangeRate | null | undefined;
  readonly onMinimum: (minimum: DecimalText | undefined, phase: HistoryMode) => void;
}

/** Minimum of the sort field. The list ends at the first jetton below it. */
function MinimumField({ sort, minimum, rate, onMinimum }: MinimumFieldProps) {
  const errorId = useId();
  const shown = minimumText(sort, minimum, rate);
  const draft = useDraft({
    value: shown,
    onReset: useOtherChanges(),
    apply: (text, phase) => {
      if (text === shown) return shown;
      const parsed = text.trim() === '' ? undefined : parseMinimum(sort, text, rate);
      if (parsed === undefined && text.trim() !== '') return undefined;
      onMinimum(parsed, phase);
      return minimumText(sort, parsed, rate);
    },
  });
  const isInvalid = draft.text.trim() !== '' && parseMinimum(sort, draft.text, rate) === undefined;
  const unit = minimumKind(sort) === 'sum' ? `, ${sumUnit(rate)}` : '';
  const isDate = minimumKind(sort) === 'time';
  return (
    <label className="stack shrink tight">
      <span className="caption">{`Min ${lowerFirst(sortLabel(sort))}${unit}`}</span>
      <input
        className={control.input}
        autoComplete="off"
        spellCheck={false}
        placeholder={isDate ? '2026-01-20' : 'No minimum'}
        value={draft.text}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? errorId : undefined}
        onChange={({ target }) => draft.setText(target.value)}
        onBlur={draft.commit}
        onKeyDown={({ key }) => key === 'Enter' && draft.commit()}
      />
      {isInvalid ? (
        <span id={errorId} className={styles.error}>
          {isDate ? 'Enter a date such as 2026-01-20' : 'Enter a number such as 500, 50k or 1.5M'}
        </span>
      ) : null}
    </label>
  );
}

function parseMinimum(sort: SortField, text: string, rate: Props['rate']): DecimalText | undefined {
  const kind = minimumKind(sort);
  if (kind === undefined) return undefined;
  const number = parseFilterValue(kind, text);
  if (number === undefined) return undefined;
  return normalizeMinimum(sort, kind === 'sum' && rate ? boundToUsd(number, rate) : number);
}

function minimumText(sort: SortField, minimum: DecimalText | undefined, rate: Props['rate']): string {
  const kind = minimumKind(sort);
  if (minimum === undefined || kind === undefined) return '';
  return formatFilterValue(kind, kind === 'sum' && rate ? boundFromUsd(minimum, rate) : minimum);
}

/** Lower-cases the first letter, except of abbreviations. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.slice(0, 1).toLowerCase() + label.slice(1) : label;
}
