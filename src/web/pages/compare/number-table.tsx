import { useQuery } from '@tanstack/react-query';
import { comparedActivity, comparedMoney, comparedTrust } from '#web/api/queries/compare.ts';
import type { ByAddress } from '#web/api/queries/metrics.ts';
import { notOnPlan, type OnPlan } from '#web/api/transport/plan.ts';
import { gridColumn } from '#web/grid/columns/grid-columns.ts';
import { isNotInPlan, notInPlanText } from '#web/grid/columns/header-row.tsx';
import { cellOf, hoverText, isStale, type ValueColumnId } from '#web/grid/rows/cells.tsx';
import type { Cell, DisplaySettings, Loadable, RowData } from '#web/grid/rows/row-data.ts';
import { useDisplaySettings } from '#web/grid/rows/use-display-settings.ts';
import type { Comparison } from '#web/url/compare.ts';
import type { ComparedJetton } from './compared-jetton.ts';
import { JettonHeads } from './jetton-heads.tsx';
import { type MeasureGroup, measureGroups } from './measures.ts';
import styles from './number-table.module.css';
import { useKeptFresh } from './use-kept-fresh.ts';

interface Props {
  readonly jettons: readonly ComparedJetton[];
  readonly comparison: Comparison;
  readonly onRemove: (address: string) => void;
  /** When the list said what it says of them, in milliseconds. */
  readonly readAt: number;
}

/** A row for each measure, a column for each jetton. Nothing is called the best: what is depends on the reader. */
export function NumberTable({ jettons, comparison, onRemove, readAt }: Props) {
  const { currency, period } = comparison;
  const settings = useDisplaySettings(currency, period);
  const rows = useRows(jettons, comparison);
  return (
    <section className={styles.scroller} aria-label="Numbers">
      <table className={styles.table} aria-label="Numbers" style={{ '--jettons': jettons.length }}>
        <JettonHeads jettons={jettons} onRemove={onRemove} />
        {measureGroups(currency, period).map((group) => (
          <GroupRows key={group.title} group={group} rows={rows} settings={settings} readAt={readAt} />
        ))}
      </table>
    </section>
  );
}

/** Null where even the list's word about it has not come. */
function useRows(jettons: readonly ComparedJetton[], { addresses, currency }: Comparison) {
  const live = useKeptFresh();
  const money = useQuery({ ...comparedMoney(addresses, currency), ...live, enabled: currency !== 'usd' });
  const activity = useQuery({ ...comparedActivity(addresses), ...live });
  const trust = useQuery({ ...comparedTrust(addresses), ...live });
  return jettons.map(({ address, jetton }, index): RowData | null => {
    if (!jetton) return null;
    return {
      jetton,
      index,
      money: partOf(money, address),
      activity: partOf(activity, address),
      trust: partOf(trust, address),
    };
  });
}

interface Answer<Value> {
  readonly data: OnPlan<ByAddress<Value>> | undefined;
  readonly isError: boolean;
}

function partOf<Value>({ data, isError }: Answer<Value>, address: string): Loadable<Value> {
  if (data === undefined) return isError ? null : undefined;
  return data === notOnPlan ? undefined : (data.get(address) ?? null);
}

interface RowsProps {
  readonly rows: readonly (RowData | null)[];
  readonly settings: DisplaySettings;
  readonly readAt: number;
}

/** What the plan does not have is said once of a group. */
function GroupRows({ group: { title, measures }, ...props }: RowsProps & { group: MeasureGroup }) {
  const { rows, settings } = props;
  const isOffPlan = measures.every((id) => isNotInPlan(gridColumn(id), settings));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" className={styles.group}>
          {title}
          {isOffPlan ? <small> n/a on this plan</small> : null}
        </th>
        <td colSpan={rows.length} />
      </tr>
      {measures.map((id) => (
        <MeasureRow key={id} id={id} isGroupOffPlan={isOffPlan} {...props} />
      ))}
    </tbody>
  );
}

interface RowProps extends RowsProps {
  readonly id: ValueColumnId;
  readonly isGroupOffPlan: boolean;
}

function MeasureRow({ id, isGroupOffPlan, rows, settings, readAt }: RowProps) {
  const column = gridColumn(id);
  return (
    <tr>
      <th scope="row" title={column.title}>
        {column.label.replace(/ USD$/, '')}
        {!isGroupOffPlan && isNotInPlan(column, settings) ? <small> {notInPlanText(id)}</small> : null}
      </th>
      {rows.map((row, index) => {
        const face = row && cellOf(id, row, settings);
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are those of the table's head
        return <MeasureCell key={index} face={face ?? nothing} now={settings.now} readAt={readAt} />;
      })}
    </tr>
  );
}

const nothing: Cell = { full: '' };

interface CellProps {
  readonly face: Cell;
  readonly now: Date;
  readonly readAt: number;
}

function MeasureCell({ face, now, readAt }: CellProps) {
  const { content, full, note, tone, at } = face;
  return (
    <td
      data-tone={tone}
      data-stale={isStale(at, now) || undefined}
      title={full === '' ? undefined : hoverText(face, now, readAt)}
    >
      <span className={styles.short} aria-hidden="true">
        {content}
      </span>
      <span className="visually-hidden">{note === undefined ? full : `${full}, ${note}`}</span>
    </td>
  );
}
