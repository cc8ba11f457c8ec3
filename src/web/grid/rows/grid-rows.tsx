import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useLayoutEffect } from 'react';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { CAPTURE_PASSIVE, trackFastScroll } from '#web/kit/device/fast-scroll.ts';
import { useWatchlist } from '#web/list/watchlist.ts';
import { useSelection } from './compared-rows.ts';
import type { DisplaySettings, RowSize } from './display-settings.ts';
import styles from './jetton-grid.module.css';
import rowStyles from './jetton-row.module.css';
import { JettonRow, type RowLayout } from './jetton-row.tsx';
import type { MinimumEnd, RowSource } from './loaded-rows.ts';
import { useRowSlots } from './row-slots.ts';
import type { GridFocus } from './use-grid-focus.ts';
import type { RowDataSource } from './use-row-data.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface Props {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Attributes of the scrolled element, which has the role `grid`. */
  readonly attributes: HTMLAttributes<HTMLDivElement> & Readonly<Record<`data-${string}`, unknown>>;
  readonly header: ReactNode;
  readonly source: RowSource;
  readonly minimum: string | undefined;
  readonly end: MinimumEnd;
  /** Whether all rows of the list are loaded. */
  readonly isComplete: boolean;
  readonly data: RowDataSource;
  readonly focus: GridFocus;
  readonly settings: DisplaySettings;
  readonly layout: RowLayout;
  readonly size: RowSize;
  /** Index of the current match of the find bar. */
  readonly foundIndex: number | undefined;
  readonly warningOf: (jetton: ListedJetton) => string | undefined;
}

/** The header and the visible rows. Scrolling re-renders only this component. */
export function GridRows(props: Props) {
  const {
    scroller,
    attributes,
    header,
    source,
    minimum,
    end,
    isComplete,
    data,
    focus,
    settings,
    layout,
    size,
  } = props;
  const { list, rows, requestedKey, loadedKey } = source;
  const virtual = useVirtualRows({
    scroller,
    list,
    rows,
    end,
    isComplete,
    height: size.height,
    activeRow: focus.active.row,
    requestedKey: `${requestedKey} ${minimum}`,
    loadedKey: `${loadedKey} ${minimum}`,
  });
  const watched = useWatchlist(({ addresses }) => addresses);
  const selected = useSelection(({ addresses }) => addresses);
  const placedRows = useRowSlots(
    virtual.items,
    ({ index }) => rows.rows[index]?.identity.address ?? String(index),
  );
  useScrollState(scroller);
  useLayoutEffect(() => {
    data.setRenderedRows(virtual.items.map(({ index }) => index));
    focus.restore();
  });
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-scroll-restoration-id="jettons"
      translate="no"
      {...attributes}
    >
      <div className={styles.content} role="presentation">
        <div role="rowgroup" className={styles.headerGroup}>
          {header}
        </div>
        <div role="rowgroup" className={`${styles.rows} relative`} style={{ height: virtual.totalHeight }}>
          {placedRows.map(({ slot, row: { index, start } }) => {
            const row = index < end.count ? data.at(index) : undefined;
            if (!row) return <SkeletonRow key={slot} start={start} />;
            return (
              <JettonRow
                key={slot}
                {...row}
                start={start}
                settings={settings}
                layout={layout}
                imageSize={size.image}
                isWatched={watched.includes(row.jetton.identity.address)}
                isSelected={selected.includes(row.jetton.identity.address)}
                isFound={index === props.foundIndex}
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

function SkeletonRow({ start }: { start: number }) {
  return (
    <div
      className={`${rowStyles.row} ${rowStyles.skeleton}`}
      aria-hidden="true"
      style={{ transform: `translateY(${start}px)` }}
    />
  );
}

/**
 * Tracks fast scrolling, and sets `data-sideways` on the scroller while it is scrolled sideways. Only then are the pinned
 * columns sticky, because a sticky element in every row costs a layer and doubles the cost of painting.
 */
function useScrollState(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => element.toggleAttribute('data-sideways', element.scrollLeft > 0);
    update();
    element.addEventListener('scroll', update, CAPTURE_PASSIVE);
    const stop = trackFastScroll(element);
    return () => {
      element.removeEventListener('scroll', update, CAPTURE_PASSIVE);
      stop();
    };
  }, [scroller]);
}
