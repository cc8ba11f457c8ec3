import { type ReactNode, useMemo, useRef } from 'react';
import type { Order, SortField } from '#contract/enums.ts';
import { lookAlikeWarning, originalsOf } from '#web/lib/look-alike.ts';
import { needsActivity } from '#web/lib/measured.ts';
import { periodLabels, USUAL_PERIOD } from '#web/lib/periods.ts';
import type { Screen } from '#web/lib/screen.ts';
import { USUAL_PAIR } from '#web/state/colour-pair.ts';
import { usePhone, useTouch } from '#web/state/media.ts';
import { usePicked } from '#web/state/picked.ts';
import { useWatchlist } from '#web/state/watchlist.ts';
import { tracks, useColumnLayout } from './column-layout.ts';
import { FindBar, useFind } from './find-bar.tsx';
import { HeaderRow } from './header-row.tsx';
import styles from './jetton-grid.module.css';
import { JettonRow } from './jetton-row.tsx';
import { LineColours } from './line-colours.tsx';
import type { RowSource } from './row-source.ts';
import { StatusBar } from './status-bar.tsx';
import { useFloor } from './use-floor.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useLook } from './use-look.ts';
import { useRank } from './use-rank.ts';
import { useRowData } from './use-row-data.ts';
import { useRowSlots } from './use-row-slots.ts';
import { useScrollWatch } from './use-scroll-watch.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface Props {
  readonly screen: Screen;
  readonly source: RowSource;
  readonly onSort: (sort: SortField, order: Order) => void;
  /** In place of the rows where nothing is found. */
  readonly empty: ReactNode;
}

export function GridTable({ screen, source, onSort, empty }: Props) {
  const { list, rows, question, answered } = source;
  const { filter, currency, floor } = screen;
  const scroller = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const isTouch = useTouch();
  const look = useLook(currency, screen.period ?? USUAL_PERIOD);
  const { table, frame, widths } = useColumnLayout(screen.columns, phone);
  const columns = [...frame.pinned, ...frame.others];
  const { end, failure } = useFloor(rows, filter.sort, floor, currency);
  const isLast = end.state === 'met' || (end.state === 'none' && !list.hasNextPage);
  const isWhole = list.isSuccess && !list.isPlaceholderData && isLast;
  const focus = useGridFocus(scroller, {
    columns,
    count: end.count,
    hasHead: !phone,
    addressAt: (index) => rows.rows[index]?.face.address,
    indexOf: (address) => rows.indexOf.get(address),
  });
  const virtual = useVirtualRows({
    scroller,
    list,
    rows,
    end,
    isWhole,
    phone,
    kept: focus.active.row,
    asked: `${question} ${floor}`,
    shown: `${answered} ${floor}`,
  });
  const data = useRowData({
    look,
    rows,
    items: virtual.items,
    columns,
    count: end.count,
    isReady: list.isSuccess,
  });
  const rank = useRank(filter, source, data);
  const find = useFind(rows, end.count, virtual.show);
  const events = useGridEvents({ rows, columns, look, data, focus, table });
  const originals = useMemo(() => originalsOf(rows.rows), [rows]);
  const watched = useWatchlist(({ addresses }) => addresses);
  const picked = usePicked(({ addresses }) => addresses);
  const placed = useRowSlots(virtual.items, ({ index }) => rows.rows[index]?.face.address ?? String(index));
  const isEmpty = isWhole && end.count === 0;
  useScrollWatch(scroller, !isEmpty);
  if (isEmpty) return empty;
  const isBusy = list.isPending || list.isPlaceholderData;
  return (
    <div className={styles.grid}>
      {look.pair === USUAL_PAIR ? null : <LineColours />}
      {find.isOpen ? <FindBar {...find} /> : null}
      <div
        ref={scroller}
        className={styles.scroller}
        data-scroll-restoration-id="jettons"
        data-before={list.isPlaceholderData || undefined}
        role="grid"
        aria-label="Jettons"
        aria-multiselectable="true"
        aria-busy={isBusy}
        aria-rowcount={isWhole ? end.count + 1 : -1}
        aria-colcount={columns.length}
        data-sized={(!phone && Object.keys(widths).length > 0) || undefined}
        style={{ ...tracks(frame, widths, isTouch), '--line-height': `${virtual.height}px` }}
        {...events}
      >
        <div className={styles.sheet} role="presentation">
          <div role="rowgroup" className={styles.headGroup}>
            <HeaderRow
              table={table}
              frame={frame}
              look={look}
              sort={filter.sort}
              order={filter.order}
              activeColumn={focus.active.row < 0 || end.count === 0 ? focus.active.id : undefined}
              onSort={onSort}
            />
          </div>
          <div role="rowgroup" className={styles.rows} style={{ height: virtual.totalHeight }}>
            {placed.map(({ slot, row: { index, start } }) => {
              const row = index < end.count ? data.at(index) : undefined;
              if (!row) return <Bone key={slot} start={start} />;
              return (
                <JettonRow
                  key={slot}
                  {...row}
                  start={start}
                  look={look}
                  frame={frame}
                  pictureSize={virtual.pictureSize}
                  isWatched={watched.includes(row.jetton.face.address)}
                  isPicked={picked.includes(row.jetton.face.address)}
                  isFound={index === find.found}
                  warning={lookAlikeWarning(row.jetton, originals)}
                  activeColumn={index === focus.active.row ? focus.active.id : undefined}
                />
              );
            })}
          </div>
        </div>
      </div>
      <StatusBar
        count={end.count}
        isWhole={isWhole}
        isBusy={isBusy}
        failure={
          list.isFetchNextPageError && list.error
            ? { error: list.error, retry: () => void list.fetchNextPage() }
            : (failure ?? data.failure)
        }
        liveAt={end.count === 0 ? undefined : data.liveAt}
        moved={rank.moved}
        onRank={rank.again}
        note={
          floor !== undefined && needsActivity(filter.sort) && data.isActivityRefused
            ? 'The minimum needs statistics: n/a on this plan'
            : // Rows of two lines have no head that says it.
              phone && columns.includes('change')
              ? `change over ${periodLabels[look.period]}`
              : undefined
        }
      />
    </div>
  );
}

function Bone({ start }: { start: number }) {
  return (
    <div
      className={`${styles.row} ${styles.bone}`}
      aria-hidden="true"
      style={{ transform: `translateY(${start}px)` }}
    />
  );
}
