import { useState } from 'react';
import { useStore } from 'zustand';
import { operations } from '#contract/operations.ts';
import type { JettonPage } from '#web/api/decoding/jetton-page.ts';
import type { LivePart } from '#web/api/queries/live.ts';
import { plan } from '#web/api/transport/service.ts';
import { type GridColumnId, gridColumn } from '#web/grid/columns/grid-columns.ts';
import { isFromList } from '#web/grid/columns/header-row.tsx';
import { RenderedRows } from '#web/grid/scrolling/rendered-rows.ts';
import { memoize } from '#web/lib/memoize.ts';
import { DEFAULT_COLOR_PAIR } from '#web/state/color-pair.ts';
import type { DisplaySettings, RowData } from './row-data.ts';
import type { RowList } from './row-list.ts';
import { useLiveRows } from './use-live-rows.ts';
import { useMetrics } from './use-metrics.ts';

/** Rows over and under those that are drawn whose figures are at hand when they come: else each would be drawn twice. */
const NEAR = 20;

interface Asked {
  readonly rows: RowList;
  readonly columns: readonly GridColumnId[];
  readonly settings: DisplaySettings;
  readonly count: number;
  readonly isReady: boolean;
}

/** What is known of rows: their page, its figures, what was learnt since. Asked for are those that are drawn. */
export function useRowData({ rows, columns, settings, count, isReady }: Asked) {
  const { currency } = settings;
  const [drawn] = useState(() => new RenderedRows());
  const [seen, setSeen] = useState<readonly JettonPage[]>([]);
  const needs = partsOf(columns, settings);
  const pages = pagesOf(rows, seen);
  const { moneyOf, activityOf, trustOf, failure } = useMetrics({ pages, currency, needs });
  const live = useLiveRows({
    visible: () => drawn.indexes.flatMap((index) => rows.rows[index]?.identity.address ?? []),
    currency,
    needs,
    hasRows: isReady && count > 0,
  });
  const isActivityRefused = useStore(plan.excluded, (names) =>
    names.has(operations.getJettonStatisticsList.name),
  );
  const at = memoize((index: number): RowData | undefined => {
    const jetton = rows.rows[index];
    const page = rows.pageOf[index];
    if (!jetton || !page) return undefined;
    const { address } = jetton.identity;
    const learnt = live.learnt(address);
    return {
      jetton: learnt?.jetton ?? jetton,
      index,
      money: learnt?.money ?? moneyOf(page, address),
      activity: learnt?.activity ?? activityOf(page, address),
      trust: learnt?.trust ?? trustOf(page, address),
    };
  });
  /** When the row was last asked for. */
  const readAt = (index: number): number | undefined => {
    const address = rows.rows[index]?.identity.address;
    return (address && live.learntAt(address)) || rows.pageOf[index]?.loadedAt;
  };
  /** To be told which rows are drawn, as often as they are: only another page of theirs is news. */
  const draw = (indexes: readonly number[]): void => {
    drawn.are(indexes.filter((index) => index < count));
    // Downwards, so that the same pages are not told in another order.
    const near = [-NEAR, 0, NEAR].flatMap((by) => drawn.indexes.map((index) => index + by));
    const stood = [...new Set(near.flatMap((index) => (index < count ? (rows.pageOf[index] ?? []) : [])))];
    if (stood.length !== seen.length || stood.some((page, place) => page !== seen[place])) setSeen(stood);
  };
  return { at, readAt, drawn, draw, liveAt: live.at, failure: failure ?? live.failure, isActivityRefused };
}

/** Those of the drawn rows that still are of this list; the first one until rows have said where they stand. */
function pagesOf({ pages }: RowList, seen: readonly JettonPage[]): readonly JettonPage[] {
  const known = seen.filter((page) => pages.includes(page));
  return known.length > 0 ? known : pages.slice(0, 1);
}

function partsOf(
  columns: readonly GridColumnId[],
  { currency, pair }: DisplaySettings,
): ReadonlySet<LivePart> {
  const needs = new Set<LivePart>();
  for (const id of columns) {
    const { needs: part } = gridColumn(id);
    if (part && !(part === 'money' && isFromList(id, currency))) needs.add(part);
    // What colour a line has is then not the service's word.
    if (id === 'line' && pair !== DEFAULT_COLOR_PAIR) needs.add('activity');
  }
  return needs;
}

export type RowDataSource = ReturnType<typeof useRowData>;
