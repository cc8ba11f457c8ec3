import type { Order } from '#contract/enums.ts';
import type { SortField } from '#contract/measures.ts';
import type { SelectableColumn } from '#web/list/columns.ts';
import { sumUnit } from '#web/money/amounts.ts';
import { currencyUnit, nativeCoin } from '#web/money/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';
import type { ColumnHeader, ColumnTable } from './column-table.ts';
import { columnDragAttributes } from './columns/column-drag-attributes.ts';
import {
  type GridColumn,
  type GridColumnId,
  hasDataInPlan,
  isNotInPlan,
  isSortedByOtherUnit,
  notInPlanText,
  sortFieldOf,
} from './columns/list-columns.ts';
import styles from './header-row.module.css';
import type { DisplaySettings } from './rows/display-settings.ts';
import { observeSparklines } from './rows/sparkline.tsx';

interface Props {
  readonly table: ColumnTable;
  readonly settings: DisplaySettings;
  readonly sort: SortField;
  readonly order: Order;
  readonly activeColumn: GridColumnId | undefined;
  readonly onSort: (sort: SortField, order: Order) => void;
  /** Moves a column to the position of another one. */
  readonly onMove: (id: SelectableColumn, target: SelectableColumn) => void;
}

/** Headers of columns that the service can sort by are buttons. */
export function HeaderRow(props: Props) {
  const { table, settings, sort } = props;
  const pinned = table.getStartLeafHeaders();
  const others = table.getCenterLeafHeaders();
  // Several columns can show the sort field; only one is marked as sorted, preferably one that shows its unit.
  const candidates = [...pinned, ...others].filter(({ column: { columnDef } }) => {
    const field = columnDef.meta && sortFieldOf(columnDef.meta.id, settings);
    return isSortedBy(field, sort);
  });
  const isSortValue = ({ column: { columnDef } }: ColumnHeader) =>
    columnDef.meta && !isSortedByOtherUnit(columnDef.meta.id, settings.currency);
  const sorted = candidates.find(isSortValue) ?? candidates[0];
  const renderHeader = (header: ColumnHeader) => (
    <HeaderCell key={header.id} header={header} isSorted={header === sorted} {...props} />
  );
  return (
    <div role="row" className={styles.header} aria-rowindex={1}>
      <div className={styles.pinned}>{pinned.map(renderHeader)}</div>
      {others.map(renderHeader)}
    </div>
  );
}

/** Liquidity has the same order in TON (`tvl`) and in USD. */
function isSortedBy(field: SortField | undefined, sort: SortField): boolean {
  const liquidity: readonly (SortField | undefined)[] = ['tvl', 'liquidityUsd'];
  return field === sort || (liquidity.includes(field) && liquidity.includes(sort));
}

interface CellProps extends Props {
  readonly header: ColumnHeader;
  readonly isSorted: boolean;
}

function HeaderCell({ header, isSorted, settings, sort, order, activeColumn, onSort, onMove }: CellProps) {
  const column = header.column.columnDef.meta;
  if (!column) return null;
  const { id } = column;
  const field = sortFieldOf(id, settings);
  const tabIndex = activeColumn === id ? 0 : -1;
  const label = <HeaderLabel column={column} settings={settings} isSorted={isSorted} />;
  return (
    <div
      ref={id === 'line' ? observeSparklines : undefined}
      role="columnheader"
      className={styles[id]}
      title={titleOf(column, settings, field)}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      data-not-in-plan={!hasDataInPlan(column, settings) || undefined}
      data-sorted-by={(isSorted && isSortedByOtherUnit(id, settings.currency)) || undefined}
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
        label
      )}
      {header.column.getCanResize() ? <ResizeHandle header={header} /> : null}
    </div>
  );
}

function titleOf(column: GridColumn, settings: DisplaySettings, field: SortField | undefined): string {
  const { id, title } = column;
  if (isNotInPlan(column, settings)) return `${title}: ${notInPlanText(id)}`;
  if (!isSortedByOtherUnit(id, settings.currency)) return title;
  const ownUnit = title.replace('change', `change in ${currencyUnit(settings.currency)}`);
  return field ? `${ownUnit}. Lists can only be sorted by the change in ${nativeCoin.symbol}` : ownUnit;
}

interface LabelProps {
  readonly column: GridColumn;
  readonly settings: DisplaySettings;
  readonly isSorted: boolean;
}

function HeaderLabel({ column, settings, isSorted }: LabelProps) {
  const { id, label } = column;
  if (id === 'star') return <span className="visually-hidden">Watchlist</span>;
  const note = hasDataInPlan(column, settings) ? unitOf(column, settings, isSorted) : notInPlanText(id);
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
  isSorted: boolean,
): string | undefined {
  if (needs === 'valuation') return currencyUnit(currency);
  const countPeriod = periodLabels[countPeriodOf(period)];
  if (id === 'volume') return `${countPeriod} ${sumUnit(rate)}`;
  if (id === 'transactions' || id === 'traders') return countPeriod;
  // The service renders the line in the native coin and in USD.
  if (id === 'line') return currency === 'ton' || currency === 'usd' ? undefined : 'USD';
  const isSortedByOther = isSorted && isSortedByOtherUnit(id, currency);
  const unit = isSortedByOther ? `by ${nativeCoin.symbol}` : changeUnit(id);
  const isPeriodSelected = id === 'change' || id === 'ton' || id === 'usd';
  return [isPeriodSelected ? periodLabels[period] : '', unit].join(' ').trim() || undefined;
}

/** Returns the unit of a column with changes in one unit. Other changes are in the unit of the row. */
function changeUnit(id: GridColumnId): string {
  if (id.startsWith('ton')) return nativeCoin.symbol;
  return id.startsWith('usd') ? 'USD' : '';
}

/** Resizes the column by pointer, without dragging it. The keyboard equivalent is Shift with the arrow keys on the header. */
function ResizeHandle({ header }: { header: ColumnHeader }) {
  return (
    <span
      className={styles.resizeHandle}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onMouseDown={(event) => header.getResizeHandler()(event)}
      onTouchStart={(event) => header.getResizeHandler()(event)}
      onDoubleClick={() => header.column.resetSize()}
    />
  );
}
