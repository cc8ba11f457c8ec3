import { useStore } from 'zustand';
import { operations } from '#contract/operations.ts';
import type { JettonPage } from '#web/api/jetton-page.ts';
import type { LivePart } from '#web/api/live.ts';
import { plan } from '#web/api/service.ts';
import { USUAL_PAIR } from '#web/state/colour-pair.ts';
import { type GridColumnId, gridColumn } from './grid-columns.ts';
import { isFromList } from './header-row.tsx';
import type { Look, RowData } from './row-data.ts';
import type { RowList } from './row-list.ts';
import { useFigures } from './use-figures.ts';
import { useLiveRows } from './use-live.ts';
import type { VirtualRow } from './use-virtual-rows.ts';

interface Asked {
  readonly rows: RowList;
  readonly items: readonly VirtualRow[];
  readonly columns: readonly GridColumnId[];
  readonly look: Look;
  readonly count: number;
  readonly isReady: boolean;
}

/** What is known of the rows that are drawn: their page, its figures, what was learnt since. */
export function useRowData({ rows, items, columns, look, count, isReady }: Asked) {
  const { currency } = look;
  const drawn = items.filter(({ index }) => index < count);
  const pages = new Set<JettonPage>();
  for (const { index } of drawn) {
    const page = rows.pageOf[index];
    if (page) pages.add(page);
  }
  const needs = partsOf(columns, look);
  const { moneyOf, activityOf, trustOf, failure } = useFigures({ pages: [...pages], currency, needs });
  const addresses = drawn.flatMap(({ index }) => rows.rows[index]?.face.address ?? []);
  const live = useLiveRows(isReady ? addresses : [], currency, needs);
  const isActivityRefused = useStore(plan.refused, (names) =>
    names.has(operations.getJettonStatisticsList.name),
  );
  const at = (index: number): RowData | undefined => {
    const jetton = rows.rows[index];
    const page = rows.pageOf[index];
    if (!jetton || !page) return undefined;
    const { address } = jetton.face;
    const learnt = live.learnt(address);
    return {
      jetton: learnt?.jetton ?? jetton,
      index,
      money: learnt?.money ?? moneyOf(page, address),
      activity: learnt?.activity ?? activityOf(page, address),
      trust: learnt?.trust ?? trustOf(page, address),
    };
  };
  /** When the row was last asked for. */
  const readAt = (index: number): number | undefined => {
    const address = rows.rows[index]?.face.address;
    return (address && live.learntAt(address)) || rows.pageOf[index]?.readAt;
  };
  return { at, readAt, drawn, liveAt: live.at, failure: failure ?? live.failure, isActivityRefused };
}

function partsOf(columns: readonly GridColumnId[], { currency, pair }: Look): ReadonlySet<LivePart> {
  const needs = new Set<LivePart>();
  for (const id of columns) {
    const { needs: part } = gridColumn(id);
    if (part && !(part === 'money' && isFromList(id, currency))) needs.add(part);
    // What colour a line has is then not the service's word.
    if (id === 'line' && pair !== USUAL_PAIR) needs.add('activity');
  }
  return needs;
}

export type RowDataSource = ReturnType<typeof useRowData>;
