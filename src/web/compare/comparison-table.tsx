import { useQuery } from '@tanstack/react-query';
import { notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import {
  comparedActivity,
  comparedPriceChanges,
  comparedTrust,
  comparedValuations,
} from '#web/api/queries/compare.ts';
import type { ByAddress } from '#web/api/queries/valuations.ts';
import { gridColumn, isNotInPlan, notInPlanText } from '#web/grid/columns/list-columns.ts';
import { formatCell, hoverText, isStale, type ValueColumnId } from '#web/grid/rows/cells.tsx';
import type { Cell, DisplaySettings, Loadable, RowData } from '#web/grid/rows/row-values.ts';
import { useDisplaySettings } from '#web/grid/rows/use-display-settings.ts';
import type { ComparedJetton } from './compared-jetton.ts';
import type { Comparison } from './comparison-link.ts';
import styles from './comparison-table.module.css';
import { JettonHeaders } from './jetton-headers.tsx';
import { type MeasureGroup, measureGroups } from './measure-groups.ts';
import { useLiveQueryOptions } from './use-live-query-options.ts';

interface Props {
  readonly jettons: readonly ComparedJetton[];
  readonly comparison: Comparison;
  readonly onRemove: (address: string) => void;
  /** Time of the last list response, Unix milliseconds. */
  readonly loadedAt: number;
}

/** One row per measure, one column per jetton. No best value is highlighted: which one is better depends on the user. */
export function ComparisonTable({ jettons, comparison, onRemove, loadedAt }: Props) {
  const { currency, period } = comparison;
  const settings = useDisplaySettings(currency, period);
  const rows = useRows(jettons, comparison);
  return (
    <section className={styles.scroller} aria-label="Comparison">
      <table className={styles.table} aria-label="Comparison" style={{ '--jetton-count': jettons.length }}>
        <JettonHeaders jettons={jettons} onRemove={onRemove} />
        {measureGroups(settings).map((group) => (
          <GroupRows key={group.title} group={group} rows={rows} settings={settings} loadedAt={loadedAt} />
        ))}
      </table>
    </section>
  );
}

type PreviousQuery = { readonly queryKey: readonly unknown[] } | undefined;

/** Returns null for jettons whose list record has not loaded. */
function useRows(jettons: readonly ComparedJetton[], { addresses, currency }: Comparison) {
  const liveOptions = useLiveQueryOptions();
  // Values in another currency would have the wrong unit.
  const placeholderData = <Data,>(previous: Data, query: PreviousQuery) =>
    query?.queryKey.at(-1) === currency ? previous : undefined;
  const valuations = useQuery({
    ...comparedValuations(addresses, currency),
    ...liveOptions,
    placeholderData,
    enabled: currency !== 'usd',
  });
  const changes = useQuery({
    ...comparedPriceChanges(addresses, currency),
    ...liveOptions,
    placeholderData,
    enabled: currency !== 'usd' && currency !== 'ton',
  });
  const activity = useQuery({ ...comparedActivity(addresses), ...liveOptions });
  const trust = useQuery({ ...comparedTrust(addresses), ...liveOptions });
  return jettons.map(({ address, jetton }, index): RowData | null => {
    if (!jetton) return null;
    return {
      jetton,
      index,
      valuation: valueFor(valuations, address),
      activity: valueFor(activity, address),
      changes: valueFor(changes, address),
      trust: valueFor(trust, address),
    };
  });
}

interface QueryState<Value> {
  readonly data: PlanResult<ByAddress<Value>> | undefined;
  readonly isError: boolean;
}

function valueFor<Value>({ data, isError }: QueryState<Value>, address: string): Loadable<Value> {
  if (data === undefined) return isError ? null : undefined;
  return data === notInPlan ? undefined : (data.get(address) ?? null);
}

interface RowsProps {
  readonly rows: readonly (RowData | null)[];
  readonly settings: DisplaySettings;
  readonly loadedAt: number;
}

/** Shows the plan note once if the plan includes none of the group's measures. */
function GroupRows({ group: { title, measures }, ...props }: RowsProps & { group: MeasureGroup }) {
  const { rows, settings } = props;
  const isGroupNotInPlan = measures.every((id) => isNotInPlan(gridColumn(id), settings));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" className={styles.group}>
          {title}
          {isGroupNotInPlan ? <small> not in this plan</small> : null}
        </th>
        <td colSpan={rows.length} />
      </tr>
      {measures.map((id) => (
        <MeasureRow key={id} id={id} hasGroupNote={isGroupNotInPlan} {...props} />
      ))}
    </tbody>
  );
}

interface RowProps extends RowsProps {
  readonly id: ValueColumnId;
  readonly hasGroupNote: boolean;
}

function MeasureRow({ id, hasGroupNote, rows, settings, loadedAt }: RowProps) {
  const column = gridColumn(id);
  return (
    <tr>
      <th scope="row" title={column.title}>
        {column.label}
        {!hasGroupNote && isNotInPlan(column, settings) ? <small> {notInPlanText(id)}</small> : null}
      </th>
      {rows.map((row, index) => {
        const cell = row && formatCell(id, row, settings);
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have one cell per column, in a fixed order
        return <MeasureCell key={index} cell={cell ?? emptyCell} settings={settings} loadedAt={loadedAt} />;
      })}
    </tr>
  );
}

const emptyCell: Cell = { full: '' };

interface CellProps {
  readonly cell: Cell;
  readonly settings: DisplaySettings;
  readonly loadedAt: number;
}

function MeasureCell({ cell, settings, loadedAt }: CellProps) {
  const { content, full, note, tone, calculatedAt } = cell;
  return (
    <td
      data-tone={tone}
      data-stale={isStale(calculatedAt, settings.now) || undefined}
      title={full === '' ? undefined : hoverText(cell, settings, loadedAt)}
    >
      <span className={styles.value} aria-hidden="true">
        {content}
      </span>
      <span className="visually-hidden">{note === undefined ? full : `${full}, ${note}`}</span>
    </td>
  );
}
