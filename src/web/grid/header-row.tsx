import type { Currency, Order, SortField } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import type { ColumnTable } from './column-layout.ts';
import { countPeriodLabels, type GridColumn, type GridColumnId, gridColumn, sortOf } from './grid-columns.ts';
import styles from './jetton-grid.module.css';
import type { Frame } from './jetton-row.tsx';
import type { Look } from './row-data.ts';

interface Props {
  readonly table: ColumnTable;
  readonly frame: Frame;
  readonly look: Look;
  readonly sort: SortField;
  readonly order: Order;
  readonly activeColumn: GridColumnId | undefined;
  readonly onSort: (sort: SortField, order: Order) => void;
}

/** Only what the service sorts by is a button. */
export function HeaderRow(props: Props) {
  const head = (id: GridColumnId) => <HeaderCell key={id} id={id} {...props} />;
  return (
    <div role="row" className={styles.head} aria-rowindex={1}>
      <div className={styles.pinned}>{props.frame.pinned.map(head)}</div>
      {props.frame.others.map(head)}
    </div>
  );
}

function HeaderCell({ id, table, look, sort, order, activeColumn, onSort }: Props & { id: GridColumnId }) {
  const column = gridColumn(id);
  const field = sortOf(id, look.period);
  const isSorted = field === sort;
  const tabIndex = activeColumn === id ? 0 : -1;
  const label = <HeaderLabel column={column} look={look} />;
  return (
    <div
      role="columnheader"
      className={styles[id]}
      title={column.title}
      aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      tabIndex={field ? undefined : tabIndex}
    >
      {field ? (
        <button
          type="button"
          tabIndex={tabIndex}
          onClick={() => onSort(field, isSorted && order === 'desc' ? 'asc' : 'desc')}
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

function HeaderLabel({ column, look }: { column: GridColumn; look: Look }) {
  const { id, label } = column;
  const unit = unitOf(column, look);
  const isRefused = column.needs !== undefined && needsRefused(column, look);
  if (id === 'star') return <span className="visually-hidden">Watchlist</span>;
  return (
    <>
      {label}{' '}
      {isRefused ? (
        <small>{id === 'trust' ? 'age n/a on this plan' : 'n/a on this plan'}</small>
      ) : unit ? (
        <small>{unit}</small>
      ) : null}
    </>
  );
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

function needsRefused({ id, needs }: GridColumn, { currency, refused }: Look): boolean {
  if (needs === undefined || (needs === 'money' && isFromList(id, currency))) return false;
  return refused.has(answers[needs]);
}

function unitOf({ id, needs }: GridColumn, { currency, period }: Look): string | undefined {
  if (needs === 'money') return currency.toUpperCase();
  if (id === 'volume' || id === 'transactions' || id === 'traders') return countPeriodLabels[period];
  return id.startsWith('change') && currency !== 'ton' ? 'TON' : undefined;
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
