import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pricePeriods } from '#contract/enums.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import {
  comparedActivity,
  comparedPriceChanges,
  comparedTrust,
  comparedValuations,
} from '#web/api/queries/compare.ts';
import type { ByAddress } from '#web/api/queries/valuations.ts';
import { gridColumn, isNotInPlan, notInPlanText } from '#web/grid/columns/list-columns.ts';
import { formatCell, hoverText, isStale, type ValueColumnId } from '#web/grid/rows/cells.tsx';
import { type DisplaySettings, useDisplaySettings } from '#web/grid/rows/display-settings.ts';
import type { Cell, Loadable, RowData } from '#web/grid/rows/row-values.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { Badge, LookAlikeBadge, Verification, WarningBadge } from '#web/kit/display/badges.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { JettonLink } from '#web/kit/display/links.tsx';
import type { ChangeUnit } from '#web/list/columns.ts';
import { type FilterGroupId, filterTextOf, measureColumns, rangeIds } from '#web/list/measure-texts.ts';
import { useLookAlikeWarnings } from '#web/list/related-jettons.ts';
import { WatchButton } from '#web/list/watch-button.tsx';
import { sumUnit } from '#web/money/amounts.ts';
import { currencyUnit, nativeCoin } from '#web/money/native-coin.ts';
import { countPeriodOf, periodLabels } from '#web/money/periods.ts';
import styles from './compare-page.module.css';
import type { Comparison } from './comparison-link.ts';

export interface ComparedJetton {
  readonly address: string;
  readonly userFriendly: string;
  /** Undefined while loading. */
  readonly jetton: ListedJetton | undefined;
}

/** Returns the symbol, or the shortened address while the jetton is loading. */
export function symbolOf({ jetton, userFriendly }: ComparedJetton): string {
  return jetton?.identity.symbol ?? shortenAddress(userFriendly);
}

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

interface MeasureGroup {
  readonly title: string;
  readonly measures: readonly ValueColumnId[];
}

/** Returns the columns of price changes in one unit. */
function changesIn(unit: ChangeUnit): readonly ValueColumnId[] {
  return pricePeriods.map((period) => `${unit}${periodLabels[period]}` as const);
}

/** Returns the columns of measures in a group of filters. */
function columnsIn(group: FilterGroupId): readonly ValueColumnId[] {
  return measureColumns
    .filter(({ measure }) => rangeIds.some((id) => id === measure && filterTextOf(id).group === group))
    .map(({ id }) => id);
}

/** Returns the rows of the comparison by group. Labels and values are those of the screener's columns. */
function measureGroups({ currency, rate, period }: DisplaySettings): readonly MeasureGroup[] {
  const unit = currencyUnit(currency);
  return [
    { title: `Price and size, ${unit}`, measures: ['price', ...columnsIn('size')] },
    ...(currency === 'usd' || currency === 'ton'
      ? []
      : [{ title: `Price change in ${unit}`, measures: changesIn('change') }]),
    { title: `Price change in ${nativeCoin.symbol}`, measures: changesIn('ton') },
    { title: 'Price change in USD', measures: changesIn('usd') },
    {
      title: `${periodLabels[countPeriodOf(period)]} activity, volume in ${sumUnit(rate)}`,
      measures: columnsIn('activity'),
    },
    { title: 'Facts', measures: [...columnsIn('facts'), 'supply', 'mintable', 'admin'] },
  ];
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
      listed: jetton,
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
          <span>{title}</span>
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
        <span>{column.label}</span>
        {!hasGroupNote && isNotInPlan(column, settings) ? <small>{` ${notInPlanText(id)}`}</small> : null}
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
      translate="no"
      data-full={full}
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

function JettonHeaders({ jettons, onRemove }: Pick<Props, 'jettons' | 'onRemove'>) {
  const listed = jettons.flatMap(({ jetton }) => jetton ?? []);
  const warningOf = useLookAlikeWarnings(listed, true);
  const row = useRef<HTMLTableRowElement>(null);
  const removed = useRef<number>(undefined);
  // The button that had the focus is gone.
  useEffect(() => {
    if (removed.current === undefined) return;
    const buttons = row.current?.querySelectorAll<HTMLElement>('[title=Remove]');
    buttons?.[Math.min(removed.current, jettons.length - 1)]?.focus();
    removed.current = undefined;
  }, [jettons.length]);
  return (
    <thead>
      <tr ref={row}>
        <td />
        {jettons.map((compared, index) => (
          <th key={compared.address} scope="col">
            <JettonHeader
              compared={compared}
              index={index}
              warning={compared.jetton && warningOf(compared.jetton)}
              onRemove={(address) => {
                removed.current = index;
                onRemove(address);
              }}
            />
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeaderProps {
  readonly compared: ComparedJetton;
  readonly index: number;
  /** Look-alike warning, if any. */
  readonly warning: string | undefined;
  readonly onRemove: (address: string) => void;
}

function JettonHeader({ compared, index, warning, onRemove }: HeaderProps) {
  const { address, userFriendly, jetton } = compared;
  const symbol = symbolOf(compared);
  return (
    <div className={styles.tableHead}>
      <span className={styles.lineKey} data-line={index} aria-hidden="true" />
      <JettonLink address={address} className={styles.link} title={userFriendly}>
        <JettonImage url={jetton?.identity.image} address={address} symbol={symbol} size={24} />
        <bdi className={styles.symbol} translate="no">
          {symbol}
        </bdi>
        {jetton ? <Verification status={jetton.verification} /> : null}
        {jetton?.modifiedContract ? <Badge tone="warn">Modified</Badge> : null}
        <span className={styles.name}>
          <WarningBadge warnings={jetton?.warnings} /> <LookAlikeBadge warning={warning} />{' '}
          <bdi translate="no">{jetton?.identity.name}</bdi>
        </span>
      </JettonLink>
      <WatchButton address={address} symbol={symbol} />
      <Button bare aria-label={`Remove ${symbol}`} title="Remove" onClick={() => onRemove(address)}>
        ✕
      </Button>
    </div>
  );
}

/** Milliseconds. */
const REFETCH_INTERVAL = 10_000;

/** Returns query options that refetch unless live updates are paused, and keep the previous data meanwhile. */
export function useLiveQueryOptions() {
  const { isPaused } = useLiveUpdates();
  return {
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? (false as const) : REFETCH_INTERVAL,
  };
}
