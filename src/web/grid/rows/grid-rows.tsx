import { type HTMLAttributes, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import styles from '#web/grid/jetton-grid.module.css';
import { useRowSlots } from '#web/grid/scrolling/use-row-slots.ts';
import { useScrollState } from '#web/grid/scrolling/use-scroll-state.ts';
import { useVirtualRows } from '#web/grid/scrolling/use-virtual-rows.ts';
import type { MinimumEnd } from '#web/grid/status/minimum-end.ts';
import type { GridFocus } from '#web/grid/use-grid-focus.ts';
import { useSelection } from '#web/state/selection.ts';
import { useWatchlist } from '#web/state/watchlist.ts';
import { JettonRow, type RowLayout } from './jetton-row.tsx';
import type { DisplaySettings } from './row-data.ts';
import type { RowSource } from './row-source.ts';
import type { RowDataSource } from './use-row-data.ts';
import type { RowSize } from './use-row-size.ts';

interface Props {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Of the element that is scrolled, which is the grid. */
  readonly attributes: HTMLAttributes<HTMLDivElement> & Readonly<Record<`data-${string}`, unknown>>;
  readonly head: ReactNode;
  readonly source: RowSource;
  readonly minimum: string | undefined;
  readonly end: MinimumEnd;
  readonly isWhole: boolean;
  readonly data: RowDataSource;
  readonly focus: GridFocus;
  readonly settings: DisplaySettings;
  readonly frame: RowLayout;
  readonly size: RowSize;
  readonly found: number | undefined;
  readonly warningOf: (jetton: ListedJetton) => string | undefined;
}

/** The head and those rows that are seen. In a frame of scrolling nothing but this is drawn again. */
export function GridRows(props: Props) {
  const { scroller, attributes, head, source, minimum, end, isWhole, data, focus, settings, frame, size } =
    props;
  const { list, rows, question, answered } = source;
  const virtual = useVirtualRows({
    scroller,
    list,
    rows,
    end,
    isWhole,
    height: size.height,
    kept: focus.active.row,
    asked: `${question} ${minimum}`,
    shown: `${answered} ${minimum}`,
  });
  const watched = useWatchlist(({ addresses }) => addresses);
  const picked = useSelection(({ addresses }) => addresses);
  const placed = useRowSlots(
    virtual.items,
    ({ index }) => rows.rows[index]?.identity.address ?? String(index),
  );
  useScrollState(scroller);
  useLayoutEffect(() => {
    data.draw(virtual.items.map(({ index }) => index));
    focus.settle();
  });
  return (
    <div ref={scroller} className={styles.scroller} data-scroll-restoration-id="jettons" {...attributes}>
      <div className={styles.sheet} role="presentation">
        <div role="rowgroup" className={styles.headGroup}>
          {head}
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
                settings={settings}
                frame={frame}
                pictureSize={size.picture}
                isWatched={watched.includes(row.jetton.identity.address)}
                isPicked={picked.includes(row.jetton.identity.address)}
                isFound={index === props.found}
                warning={props.warningOf(row.jetton)}
                activeColumn={index === focus.active.row ? focus.active.id : undefined}
              />
            );
          })}
        </div>
      </div>
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
