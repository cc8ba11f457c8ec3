import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Currency } from '#contract/enums.ts';
import { operations } from '#contract/operations.ts';
import { plan } from '#web/api/client/api-client.ts';
import { LoadFailure } from '#web/api/client/error-notice.tsx';
import type { LivePart } from '#web/api/queries/live.ts';
import { useHasPainted } from '#web/kit/device/first-paint.ts';
import { useIsPhone, useIsTouch } from '#web/kit/device/media.ts';
import { DEFAULT_COLOR_PAIR } from '#web/kit/device/preferences.ts';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { moveColumn, type SelectableColumn } from '#web/list/columns.ts';
import { listFilterOf, type Screen, withFilter } from '#web/list/list-state.ts';
import { needsActivity, type Sorting } from '#web/list/measure-values.ts';
import { useLookAlikeWarnings } from '#web/list/related-jettons.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { sumUnit } from '#web/money/amounts.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { DEFAULT_PERIOD, periodLabels } from '#web/money/periods.ts';
import { gridTemplate, useColumnTable } from './column-table.ts';
import { positionText } from './columns/list-columns.ts';
import { useColumns } from './columns/use-columns.ts';
import { HeaderRow } from './header-row.tsx';
import { type DisplaySettings, useDisplaySettings, useRowSize } from './rows/display-settings.ts';
import { GridRows } from './rows/grid-rows.tsx';
import styles from './rows/jetton-grid.module.css';
import type { RowList, RowSource } from './rows/loaded-rows.ts';
import { findMinimumEnd, type MinimumEnd } from './rows/loaded-rows.ts';
import { useGridFocus, useRowKeys } from './rows/use-grid-focus.ts';
import { useNewJettons } from './rows/use-new-jettons.ts';
import { type Failure, usePageValues } from './rows/use-page-values.ts';
import { useRerank } from './rows/use-rerank.ts';
import { useRowData } from './rows/use-row-data.ts';
import { StatusBar } from './status-bar.tsx';
import { useFind } from './use-find.ts';
import { useGridEvents } from './use-grid-events.ts';

const SparklineFilters = lazyWithRetry(
  async () => (await import('./rows/sparkline-filters.tsx')).SparklineFilters,
);
const FindBar = lazyWithRetry(async () => (await import('./find-bar.tsx')).FindBar);

interface Props {
  readonly screen: Screen;
  readonly source: RowSource;
  readonly onChange: ChangeScreen;
  /** Shown instead of the rows if the list is empty. */
  readonly empty: ReactNode;
  /** Whether the rows are in an order of their own instead of that of the screen. */
  readonly isByHand?: boolean;
  /** Whether somebody, maybe another person, chose the jettons one by one. */
  readonly isChosen?: boolean;
}

/** The table of a screen's jettons. Fills the available height. */
export function JettonGrid(props: Props) {
  const { list } = props.source;
  if (list.error && !list.data)
    return (
      <LoadFailure title="Couldn't load jettons" error={list.error} onRetry={() => void list.refetch()} />
    );
  return <GridTable {...props} />;
}

function GridTable({ screen, source, onChange, empty, isByHand = false, isChosen = false }: Props) {
  const { list, rows } = source;
  const { currency, minimum } = screen;
  const filter = listFilterOf(screen);
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const isTouch = useIsTouch();
  const size = useRowSize();
  const settings = useDisplaySettings(currency, screen.period ?? DEFAULT_PERIOD);
  const { chosen, hidden, choose } = useColumns({ screen, onChange });
  const { table, layout, isResized } = useColumnTable({
    chosen,
    widths: screen.widths,
    onWidths: (widths) => onChange((current) => ({ ...current, widths })),
    isPhone,
    isTouch,
  });
  const [announcement, setAnnouncement] = useState('');
  const moveTo = (id: SelectableColumn, target: SelectableColumn) => {
    const moved = moveColumn(chosen, id, target);
    choose(moved);
    setAnnouncement(positionText(id, moved.indexOf(id), moved.length));
  };
  const columns = [...layout.pinned, ...layout.others];
  const { end, isIgnored, failure } = useMinimum(rows, filter, minimum, currency);
  const isLast = end.state === 'reached' || (end.state === 'none' && !list.hasNextPage);
  const isComplete = list.isSuccess && !list.isPlaceholderData && isLast;
  const focus = useGridFocus(scroller, {
    columns,
    count: end.count,
    hasHeader: !isPhone,
    addressAt: (index) => rows.rows[index]?.identity.address,
    indexOf: (address) => rows.indexOf.get(address),
  });
  const data = useRowData({ settings, rows, columns, count: end.count, isReady: list.isSuccess });
  const ranking = useRerank(filter, source, data);
  // Keys typed right after Ctrl+F must reach the field.
  const hasPainted = useHasPainted();
  useEffect(() => {
    if (hasPainted) void FindBar.preload();
  }, [hasPainted]);
  const find = useFind();
  useRowKeys({ scroller, focus, count: end.count, rowHeight: size.height });
  const events = useGridEvents({ rows, layout, settings, data, focus, table, onMove: moveTo });
  const newJettons = useNewJettons({
    filter,
    source,
    scroller,
    focusRow: focus.focusRow,
    isBlocked: find.isOpen,
  });
  const warningOf = useLookAlikeWarnings(rows.rows, isChosen);
  if (isComplete && end.count === 0) return empty;
  const isBusy = list.isPending || list.isPlaceholderData;
  return (
    <div className={styles.grid}>
      {settings.pair === DEFAULT_COLOR_PAIR ? null : <SparklineFilters />}
      {find.isOpen ? (
        <FindBar
          find={find}
          list={rows}
          count={end.count}
          scrollToRow={(index) => {
            const element = scroller.current;
            element?.scrollTo({ top: index * size.height - (element.clientHeight - size.height) / 2 });
          }}
          focusRow={focus.focusRow}
        />
      ) : null}
      <GridRows
        scroller={scroller}
        attributes={{
          role: 'grid',
          'aria-label': 'Jettons',
          'aria-multiselectable': true,
          'aria-busy': isBusy,
          'aria-rowcount': isComplete ? end.count + 1 : -1,
          'aria-colcount': columns.length,
          'data-placeholder': list.isPlaceholderData || undefined,
          'data-resized': isResized || undefined,
          style: { ...gridTemplate(table), '--row-height': `${size.height}px` },
          ...events,
        }}
        header={
          <HeaderRow
            table={table}
            settings={settings}
            sort={isByHand ? undefined : filter.sort}
            order={filter.order}
            activeColumn={focus.active.row < 0 || end.count === 0 ? focus.active.id : undefined}
            onSort={(sort, order) => onChange((current) => withFilter(current, { sort, order }))}
            onMove={moveTo}
          />
        }
        source={source}
        minimum={minimum}
        end={end}
        isComplete={isComplete}
        data={data}
        focus={focus}
        settings={settings}
        layout={layout}
        size={size}
        foundIndex={find.foundIndex}
        warningOf={warningOf}
      />
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      <StatusBar
        count={end.count}
        isComplete={isComplete}
        isBusy={isBusy}
        failure={
          list.isFetchNextPageError && list.error
            ? { error: list.error, retry: () => void list.fetchNextPage() }
            : (failure ?? data.failure)
        }
        liveAt={end.count === 0 ? undefined : data.liveAt}
        moved={isByHand ? 0 : ranking.moved}
        onRerank={ranking.rerank}
        newJettons={newJettons}
        hiddenColumns={hidden}
        note={
          isIgnored
            ? 'Minimum not applied: statistics are not in this plan'
            : // Two-line rows have no header with the period.
              isPhone && columns.includes('change')
              ? unitNote(settings, columns.includes('volume'))
              : undefined
        }
      />
    </div>
  );
}

const none: ReadonlySet<LivePart> = new Set();
const activity: ReadonlySet<LivePart> = new Set(['activity']);

interface Minimum {
  readonly end: MinimumEnd;
  /** Whether the minimum has no effect, because the plan lacks the statistics that the sort field needs. */
  readonly isIgnored: boolean;
  readonly failure: Failure | undefined;
}

/** Returns where the screen's minimum ends the list. */
function useMinimum(
  rows: RowList,
  sorting: Sorting,
  minimum: string | undefined,
  currency: Currency,
): Minimum {
  const isActivityNotInPlan = useStore(plan.excluded, (names) =>
    names.has(operations.getJettonStatisticsList.name),
  );
  const needsStatistics = minimum !== undefined && needsActivity(sorting.sort);
  const { activityOf, failure } = usePageValues({
    pages: rows.pages,
    currency,
    needs: needsStatistics ? activity : none,
  });
  const isIgnored = needsStatistics && isActivityNotInPlan;
  return {
    end: findMinimumEnd(rows, sorting, isIgnored ? undefined : minimum, activityOf),
    isIgnored,
    failure,
  };
}

/** Names the period and unit of changes, and the unit of volumes if it differs. */
function unitNote({ period, currency, rate }: DisplaySettings, hasVolume: boolean): string {
  const unit = currencyUnit(currency);
  const volume = hasVolume && sumUnit(rate) !== unit ? `, volume in ${sumUnit(rate)}` : '';
  return `Change over ${periodLabels[period]} in ${unit}${volume}`;
}
