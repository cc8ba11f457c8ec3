import { useRef } from 'react';
import type { MoveUnit, Order } from '#contract/enums.ts';
import { measureOf, type SortField } from '#contract/measures.ts';
import { useUnsupportedFilters } from '#web/api/queries/filter-support.ts';
import type { SelectableColumn } from '#web/list/columns.ts';
import { isMeasureColumn, measureColumnById } from '#web/list/measure-texts.ts';
import { sumUnit } from '#web/money/amounts.ts';
import { baseUnitOf } from '#web/money/currencies.ts';
import { currencyUnit, nativeCoin } from '#web/money/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';
import { type ColumnHeader, type ColumnTable, isResizable, resizeColumn } from './column-table.ts';
import { columnDragAttributes } from './columns/column-drag-attributes.ts';
import {
  type GridColumn,
  type GridColumnId,
  hasDataInPlan,
  isInOtherUnit,
  isNotInPlan,
  notInPlanText,
  sortFieldOf,
} from './columns/list-columns.ts';
import { soldUsd } from './rows/cells.tsx';
import type { DisplaySettings } from './rows/display-settings.ts';
import styles from './rows/jetton-grid.module.css';
import { observeSparklines } from './rows/sparkline.tsx';

interface Props {
  readonly table: ColumnTable;
  readonly settings: DisplaySettings;
  /** Undefined if the rows are in an order of their own. */
  readonly sort: SortField | undefined;
  readonly order: Order;
  readonly activeColumn: GridColumnId | undefined;
  readonly onSort: (sort: SortField, order: Order) => void;
  /** Moves a column to the position of another one. */
  readonly onMove: (id: SelectableColumn, target: SelectableColumn) => void;
}

/** Headers of columns that the service can sort by are buttons. */
export function HeaderRow(props: Props) {
  const { table, settings, sort } = props;
  const isByChange = sort !== undefined && measureOf(sort).family === 'tonPriceChange';
  // Services without moves can only sort by changes in the native coin.
  const sortsMoves = !useUnsupportedFilters(isByChange).has('moves');
  const sortedUnit = sortsMoves ? baseUnitOf(settings.currency) : 'ton';
  const pinned = table.getStartLeafHeaders();
  const others = table.getCenterLeafHeaders();
  // Several columns can show the sort field; only one is marked as sorted, preferably one that shows its unit.
  const candidates = [...pinned, ...others].filter(({ column: { columnDef } }) => {
    const field = columnDef.meta && sortFieldOf(columnDef.meta.id, settings);
    return isSortedBy(field, sort);
  });
  const isSortValue = ({ column: { columnDef } }: ColumnHeader) =>
    columnDef.meta && !isInOtherUnit(columnDef.meta.id, settings.currency, sortedUnit);
  const sorted = candidates.find(isSortValue) ?? candidates[0];
  const renderHeader = (header: ColumnHeader) => (
    <HeaderCell
      key={header.id}
      header={header}
      isSorted={header === sorted}
      sortedUnit={sortedUnit}
      {...props}
    />
  );
  return (
    <div role="row" className={styles.header} aria-rowindex={1}>
      <div className={styles.pinned}>{pinned.map(renderHeader)}</div>
      {others.map(renderHeader)}
    </div>
  );
}

/** Liquidity has the same order in TON (`tvl`) and in USD. */
function isSortedBy(field: SortField | undefined, sort: SortField | undefined): boolean {
  if (sort === undefined) return false;
  const liquidity: readonly (SortField | undefined)[] = ['tvl', 'liquidityUsd'];
  return field === sort || (liquidity.includes(field) && liquidity.includes(sort));
}

interface CellProps extends Props {
  readonly header: ColumnHeader;
  readonly isSorted: boolean;
  /** Unit of the changes by which the list is or can be sorted. */
  readonly sortedUnit: MoveUnit;
}

function HeaderCell({
  table,
  header,
  isSorted,
  sortedUnit,
  settings,
  sort,
  order,
  activeColumn,
  onSort,
  onMove,
}: CellProps) {
  const column = header.column.columnDef.meta;
  if (!column) return null;
  const { id } = column;
  const field = sortFieldOf(id, settings);
  const tabIndex = activeColumn === id ? 0 : -1;
  const otherUnit = isSorted && isInOtherUnit(id, settings.currency, sortedUnit) ? sortedUnit : undefined;
  const dayField = dayFieldOf(id, settings);
  const sortedBy = otherUnit
    ? currencyUnit(otherUnit)
    : dayField && isSortedBy(dayField, sort)
      ? periodLabels.day
      : undefined;
  const label = <HeaderLabel column={column} settings={settings} sortedBy={sortedBy} />;
  return (
    <div
      ref={id === 'line' ? observeSparklines : undefined}
      role="columnheader"
      className={id === 'jetton' ? styles.jetton : undefined}
      title={titleOf(column, settings, sortedUnit, sort)}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      data-not-in-plan={!hasDataInPlan(column, settings) || undefined}
      data-sorted-by={sortedBy}
      tabIndex={field ? undefined : tabIndex}
      {...(isMovable(id) ? columnDragAttributes(id, (dragged) => onMove(dragged, id)) : {})}
    >
      {field ? (
        <button
          type="button"
          tabIndex={tabIndex}
          onClick={() => onSort(field, isSortedBy(field, sort) && order === 'desc' ? 'asc' : 'desc')}
        >
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      {isResizable(header.column) ? <ResizeHandle header={header} table={table} /> : null}
    </div>
  );
}

/** Returns the field of the total over 24 hours, if the service cannot sort by that of the selected period. */
function dayFieldOf(id: GridColumnId, settings: DisplaySettings): SortField | undefined {
  return sortFieldOf(id, settings) ? undefined : sortFieldOf(id, { ...settings, period: 'day' });
}

function titleOf(
  column: GridColumn,
  settings: DisplaySettings,
  sortedUnit: MoveUnit,
  sort: SortField | undefined,
): string {
  const { id, title } = column;
  if (isNotInPlan(column, settings)) return `${title}: ${notInPlanText(id)}`;
  const dayField = dayFieldOf(id, settings);
  if (dayField)
    return isSortedBy(dayField, sort)
      ? `${title}. The list is sorted by that of 24 hours`
      : `${title}. Lists can only be sorted by that of 24 hours`;
  const ownUnit = id.startsWith('change')
    ? title.replace('change', `change in ${currencyUnit(settings.currency)}`)
    : title;
  return isInOtherUnit(id, settings.currency, sortedUnit)
    ? `${ownUnit}. The list is sorted by the change in ${currencyUnit(sortedUnit)}`
    : ownUnit;
}

interface LabelProps {
  readonly column: GridColumn;
  readonly settings: DisplaySettings;
  /** The unit or period by which the list is sorted, if it is another than that of the column. */
  readonly sortedBy: string | undefined;
}

function HeaderLabel({ column, settings, sortedBy }: LabelProps) {
  const { id, label } = column;
  if (id === 'star') return <span className="visually-hidden">Watchlist</span>;
  const note = hasDataInPlan(column, settings) ? unitOf(column, settings, sortedBy) : notInPlanText(id);
  return (
    <>
      {label}
      {note === undefined ? null : <small> {note}</small>}
    </>
  );
}

/** Whether the header can be dragged. The rank is usually pinned, and then always the first column. */
function isMovable(id: GridColumnId): id is SelectableColumn {
  return id !== 'star' && id !== 'jetton' && id !== 'rank';
}

function unitOf(
  { id, needs }: GridColumn,
  { currency, rate, period }: DisplaySettings,
  sortedBy: string | undefined,
): string | undefined {
  if (needs === 'valuation') return currencyUnit(currency);
  const countPeriod = periodLabels[countPeriodOf(period)];
  const by = sortedBy ? ` by ${sortedBy}` : '';
  if (id === 'volume') return `${countPeriod} ${sumUnit(rate)}${by}`;
  // In USD, their name has the unit.
  if (isMeasureColumn(id) && soldUsd[measureColumnById[id].measure] !== undefined)
    return rate ? sumUnit(rate) : undefined;
  if (id === 'transactions' || id === 'traders') return countPeriod + by;
  // The service renders the line in the native coin and in USD.
  if (id === 'line') return currency === 'ton' || currency === 'usd' ? undefined : 'USD';
  const unit = by.trim() || changeUnit(id);
  const isPeriodSelected = id === 'change' || id === 'ton' || id === 'usd';
  return [isPeriodSelected ? periodLabels[period] : '', unit].join(' ').trim() || undefined;
}

/** Returns the unit of a column with changes in one unit. Other changes are in the unit of the row. */
function changeUnit(id: GridColumnId): string {
  if (id.startsWith('ton')) return nativeCoin.symbol;
  return id.startsWith('usd') ? 'USD' : '';
}

/** Resizes the column by pointer, without dragging it. The keyboard equivalent is Shift with the arrow keys on the header. */
function ResizeHandle({ header, table }: { header: ColumnHeader; table: ColumnTable }) {
  const resize = useRef<(clientX: number) => void>(undefined);
  return (
    <span
      className={styles.resizeHandle}
      aria-hidden="true"
      // Keeps the header from being dragged.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        const head = currentTarget.parentElement;
        const widen = head && resizeColumn(table, head);
        currentTarget.setPointerCapture(pointerId);
        resize.current = (x) => widen?.(x - clientX);
      }}
      onPointerMove={({ clientX }) => resize.current?.(clientX)}
      onLostPointerCapture={() => {
        resize.current = undefined;
      }}
      onDoubleClick={() => header.column.resetSize()}
    />
  );
}
