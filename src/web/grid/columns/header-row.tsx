import type { Currency, Order, SortField } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import styles from '#web/grid/jetton-grid.module.css';
import type { RowLayout } from '#web/grid/rows/jetton-row.tsx';
import type { DisplaySettings } from '#web/grid/rows/row-data.ts';
import { countPeriodOf, periodLabels } from '#web/lib/numbers/periods.ts';
import type { ColumnTable } from './column-layout.ts';
import { type GridColumn, type GridColumnId, gridColumn, sortFieldOf } from './grid-columns.ts';

interface Props {
  readonly table: ColumnTable;
  readonly frame: RowLayout;
  readonly settings: DisplaySettings;
  readonly sort: SortField;
  readonly order: Order;
  readonly activeColumn: GridColumnId | undefined;
  readonly onSort: (sort: SortField, order: Order) => void;
}

/** Only what the service sorts by is a button. */
export function HeaderRow(props: Props) {
  const { frame, settings, sort } = props;
  // Two columns may show what the list is sorted by; one of them says so.
  const sorted = [...frame.pinned, ...frame.others].find((id) => hasOrder(sortFieldOf(id, settings), sort));
  const head = (id: GridColumnId) => <HeaderCell key={id} id={id} isSorted={id === sorted} {...props} />;
  return (
    <div role="row" className={styles.head} aria-rowindex={1}>
      <div className={styles.pinned}>{frame.pinned.map(head)}</div>
      {frame.others.map(head)}
    </div>
  );
}

/** Liquidity has one order, in TON as in USD. */
function hasOrder(field: SortField | undefined, sort: SortField): boolean {
  const liquidity: readonly (SortField | undefined)[] = ['tvl', 'liquidityUsd'];
  return field === sort || (liquidity.includes(field) && liquidity.includes(sort));
}

interface CellProps extends Props {
  readonly id: GridColumnId;
  readonly isSorted: boolean;
}

function HeaderCell({ id, isSorted, table, settings, sort, order, activeColumn, onSort }: CellProps) {
  const column = gridColumn(id);
  const field = sortFieldOf(id, settings);
  const tabIndex = activeColumn === id ? 0 : -1;
  const label = <HeaderLabel column={column} settings={settings} />;
  const isOffPlan = id !== 'star' && isNotInPlan(column, settings);
  return (
    <div
      role="columnheader"
      className={styles[id]}
      title={isOffPlan ? `${column.title}: ${notInPlanText(id)}` : column.title}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      data-refused={isOffPlan || undefined}
      tabIndex={field ? undefined : tabIndex}
    >
      {field ? (
        <button
          type="button"
          tabIndex={tabIndex}
          onClick={() => onSort(field, hasOrder(field, sort) && order === 'desc' ? 'asc' : 'desc')}
        >
          {label}
        </button>
      ) : (
        label
      )}
      {id === 'star' || id === 'rank' ? null : <Sizer id={id} table={table} />}
    </div>
  );
}

function HeaderLabel({ column, settings }: { column: GridColumn; settings: DisplaySettings }) {
  const { id, label } = column;
  const unit = unitOf(column, settings);
  const isOffPlan = isNotInPlan(column, settings);
  if (id === 'star') return <span className="visually-hidden">Watchlist</span>;
  const note = isOffPlan ? notInPlanText(id) : unit;
  return (
    <>
      {label}
      {note === undefined ? null : <small> {note}</small>}
    </>
  );
}

/** The list itself has the score. */
export function notInPlanText(id: GridColumnId): string {
  return id === 'trust' ? 'age n/a on this plan' : 'n/a on this plan';
}

const answers = {
  money: operations.getJettonMetricsList.name,
  activity: operations.getJettonStatisticsList.name,
  trust: operations.getJettonTrustScoreList.name,
} as const;

/** The list itself has prices in TON and all sums in USD. */
export function isFromList(id: GridColumnId, currency: Currency): boolean {
  return currency === 'usd' || (currency === 'ton' && id === 'price');
}

/** Whether what a column shows is not to be had. */
export function isNotInPlan({ id, needs }: GridColumn, { currency, refused }: DisplaySettings): boolean {
  if (needs === undefined || (needs === 'money' && isFromList(id, currency))) return false;
  return refused.has(answers[needs]);
}

function unitOf({ id, needs }: GridColumn, { currency, period }: DisplaySettings): string | undefined {
  if (needs === 'money') return currency.toUpperCase();
  if (id === 'volume' || id === 'transactions' || id === 'traders')
    return periodLabels[countPeriodOf(period)];
  if (id === 'usd') return `${periodLabels[period]} USD`;
  const ton = id.startsWith('change') && currency !== 'ton' ? 'TON' : undefined;
  return id === 'change' ? [periodLabels[period], ton].join(' ').trim() : ton;
}

/** For the pointer; the keyboard has Shift and the arrows, and the columns' menu. */
function Sizer({ id, table }: { id: GridColumnId; table: ColumnTable }) {
  const start = () => {
    const header = table.getFlatHeaders().find((candidate) => candidate.column.id === id);
    return header?.getResizeHandler();
  };
  return (
    <span
      className={styles.sizer}
      aria-hidden="true"
      onMouseDown={(event) => start()?.(event)}
      onTouchStart={(event) => start()?.(event)}
      onDoubleClick={() => table.getColumn(id)?.resetSize()}
    />
  );
}
