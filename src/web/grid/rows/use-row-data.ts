import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Currency } from '#contract/enums.ts';
import type { JettonPage } from '#web/api/decoding/decode-jetton.ts';
import { type LivePart, liveRefresh, liveRow } from '#web/api/queries/live.ts';
import { type GridColumnId, gridColumn, neededPart } from '#web/grid/columns/list-columns.ts';
import { memoize } from '#web/kit/device/memoize.ts';
import { DEFAULT_COLOR_PAIR, useLiveUpdates } from '#web/kit/device/preferences.ts';
import type { DisplaySettings } from './display-settings.ts';
import type { RowList } from './loaded-rows.ts';
import type { RowData } from './row-values.ts';
import { usePageValues } from './use-page-values.ts';

/** Rows above and below the rendered ones to load values for, so that they render only once when scrolled into view. */
const PREFETCHED_ROWS = 20;

interface Options {
  readonly rows: RowList;
  readonly columns: readonly GridColumnId[];
  readonly settings: DisplaySettings;
  readonly count: number;
  readonly isReady: boolean;
}

/** Combines the list, its values and live updates into the data of rows. Loads values only for rendered rows. */
export function useRowData({ rows, columns, settings, count, isReady }: Options) {
  const { currency } = settings;
  const [rendered] = useState(() => new RenderedRows());
  const [nearbyPages, setNearbyPages] = useState<readonly JettonPage[]>([]);
  const needs = partsOf(columns, settings);
  const pages = pagesOf(rows, nearbyPages);
  const { valuationOf, activityOf, changesOf, trustOf, failure } = usePageValues({ pages, currency, needs });
  const live = useLiveRows({
    visible: () => rendered.indexes.flatMap((index) => rows.rows[index]?.identity.address ?? []),
    currency,
    needs,
    hasRows: isReady && count > 0,
  });
  const at = memoize((index: number): RowData | undefined => {
    const jetton = rows.rows[index];
    const page = rows.pageOf[index];
    if (!jetton || !page) return undefined;
    const { address } = jetton.identity;
    const liveRow = live.rowOf(address);
    return {
      jetton: liveRow?.jetton ?? jetton,
      listed: jetton,
      index,
      valuation: liveRow?.valuation ?? valuationOf(page, address),
      activity: liveRow?.activity ?? activityOf(page, address),
      changes: liveRow?.changes ?? changesOf(page, address),
      trust: liveRow?.trust ?? trustOf(page, address),
    };
  });
  /** When the row was last loaded, in milliseconds. */
  const loadedAt = (index: number): number | undefined => {
    const address = rows.rows[index]?.identity.address;
    return (address && live.rowUpdatedAt(address)) || rows.pageOf[index]?.loadedAt;
  };
  /** To be called on every render of the rows. Re-renders the grid only if the rows are on other pages than before. */
  const setRenderedRows = (indexes: readonly number[]): void => {
    rendered.set(indexes.filter((index) => index < count));
    // In ascending order, so that the comparison below is independent of the scroll direction.
    const nearby = [-PREFETCHED_ROWS, 0, PREFETCHED_ROWS].flatMap((by) =>
      rendered.indexes.map((index) => index + by),
    );
    const nextPages = [
      ...new Set(nearby.flatMap((index) => (index < count ? (rows.pageOf[index] ?? []) : []))),
    ];
    const hasChanged =
      nextPages.length !== nearbyPages.length || nextPages.some((page, index) => page !== nearbyPages[index]);
    if (hasChanged) setNearbyPages(nextPages);
  };
  return {
    at,
    loadedAt,
    rendered,
    setRenderedRows,
    liveAt: live.updatedAt,
    failure: failure ?? live.failure,
  };
}

export type RowDataSource = ReturnType<typeof useRowData>;

/**
 * Mutable holder of the indexes of the rendered rows. Not React state, because they change with every frame of scrolling.
 */
class RenderedRows {
  #indexes: readonly number[] = [];

  get indexes(): readonly number[] {
    return this.#indexes;
  }

  set(indexes: readonly number[]): void {
    this.#indexes = indexes;
  }
}

function partsOf(
  columns: readonly GridColumnId[],
  { currency, pair }: DisplaySettings,
): ReadonlySet<LivePart> {
  const needs = new Set<LivePart>();
  for (const id of columns) {
    const part = neededPart(gridColumn(id), currency);
    if (part) needs.add(part);
    // Recolored sparklines need the direction of the change.
    if (id === 'line' && pair !== DEFAULT_COLOR_PAIR) needs.add('activity');
  }
  return needs;
}

/** Returns the nearby pages that still belong to this list; the first page until rows are rendered. */
function pagesOf({ pages }: RowList, nearbyPages: readonly JettonPage[]): readonly JettonPage[] {
  const current = nearbyPages.filter((page) => pages.includes(page));
  return current.length > 0 ? current : pages.slice(0, 1);
}

interface LiveOptions {
  /** Returns the addresses of the visible rows at the time of a request. */
  readonly visible: () => readonly string[];
  readonly currency: Currency;
  readonly needs: ReadonlySet<LivePart>;
  readonly hasRows: boolean;
}

/** Polls the visible rows. Polled values take precedence over those of the list. */
function useLiveRows({ visible, currency, needs, hasRows }: LiveOptions) {
  const client = useQueryClient();
  const { isPaused } = useLiveUpdates();
  const { dataUpdatedAt, error, refetch } = useQuery({
    ...liveRefresh(client, visible, currency, needs),
    enabled: hasRows && !isPaused,
  });
  return {
    updatedAt: dataUpdatedAt,
    failure: error ? { error, retry: () => void refetch() } : undefined,
    rowOf: (address: string) => client.getQueryData(liveRow(address, currency).queryKey),
    rowUpdatedAt: (address: string) =>
      client.getQueryState(liveRow(address, currency).queryKey)?.dataUpdatedAt,
  };
}
