import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { changeArrow, formatChange } from '#contract/format/format-change.ts';
import { Badge } from '#web/components/display/badge.tsx';
import { JettonImage } from '#web/components/display/jetton-image.tsx';
import { Verification } from '#web/components/display/verification.tsx';
import { type GridColumnId, gridColumn } from '#web/grid/columns/grid-columns.ts';
import styles from '#web/grid/jetton-grid.module.css';
import { DEFAULT_COLOR_PAIR } from '#web/state/color-pair.ts';
import { cellOf, isStale } from './cells.tsx';
import { flashChangedCells } from './flash-changed-cells.ts';
import type { Cell, DisplaySettings, RowData } from './row-data.ts';
import { Sparkline } from './sparkline.tsx';

/** The columns in their order. */
export interface RowLayout {
  /** Stay where they are when the table is scrolled sideways. */
  readonly pinned: readonly GridColumnId[];
  readonly others: readonly GridColumnId[];
  /** Two lines a row, and no head: each value says what it is. */
  readonly isTwoLine?: true;
}

interface Props extends RowData {
  readonly settings: DisplaySettings;
  readonly frame: RowLayout;
  readonly start: number;
  readonly pictureSize: number;
  readonly isWatched: boolean;
  readonly isPicked: boolean;
  readonly isFound: boolean;
  /** What a name or symbol of this row passes for. */
  readonly warning: string | undefined;
  /** The cell that the keyboard is on, if it is in this row. */
  readonly activeColumn: GridColumnId | undefined;
}

/**
 * Drawn again only where something of its own has changed: rows come and go with every frame of scrolling. For the
 * same reason cells are elements of the row, not components, and most of them are one element.
 */
export const JettonRow = memo(function JettonRow(props: Props) {
  const { index, start, frame, settings } = props;
  const cells = new Map<GridColumnId, Cell>();
  const draw = (id: GridColumnId) => {
    if (id === 'star') return starCell(props);
    if (id === 'jetton') return jettonCell(props);
    if (id === 'line') return lineCell(props);
    const cell = cellOf(id, props, settings);
    cells.set(id, cell);
    return figureCell(id, cell, props);
  };
  const row = (
    <>
      <div className={styles.pinned}>{frame.pinned.map(draw)}</div>
      {frame.others.map(draw)}
    </>
  );
  const element = useTint(cells, props);
  return (
    <div
      ref={element}
      role="row"
      className={props.isFound ? `${styles.row} ${styles.found}` : styles.row}
      aria-rowindex={index + 2}
      aria-selected={props.isPicked || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      {row}
    </div>
  );
});

function useTint(cells: ReadonlyMap<GridColumnId, Cell>, { jetton, settings, frame }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { address } = jetton.identity;
  const shown = useRef({ address, cells, settings });
  const tints = useRef<readonly Animation[]>([]);
  // Not in a task of its own after each frame of scrolling.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { address, cells, settings };
    const isSame = before.address === address;
    if (!isSame) for (const tint of tints.current) tint.cancel();
    // Another jetton, currency or period is not a change of the market.
    if (!isSame || before.settings !== settings || !element.current) return;
    tints.current = flashChangedCells(
      element.current,
      [...frame.pinned, ...frame.others],
      before.cells,
      cells,
    );
  }, [address, cells, settings, frame]);
  return element;
}

function labelOf(id: GridColumnId): string | undefined {
  const { label, short = label } = gridColumn(id);
  return short || undefined;
}

/** Its sizes alone: what is left of the whole, and the whole. */
function barStyle(id: GridColumnId, share: number) {
  const [width, height] = id === 'trust' ? [24, 6] : [44, 2];
  return { backgroundSize: `${width - width * share}px ${height}px, ${width}px ${height}px` };
}

function figureCell(id: GridColumnId, cell: Cell, { settings, frame, activeColumn }: Props): ReactNode {
  const { content, full, note, tone, share, at } = cell;
  return (
    <div
      key={id}
      role="gridcell"
      className={share === undefined ? styles[id] : `${styles[id]} ${styles.shared}`}
      aria-label={note === undefined ? full : `${full}, ${note}`}
      data-tone={tone}
      data-label={frame.isTwoLine && labelOf(id)}
      data-stale={isStale(at, settings.now) || undefined}
      tabIndex={activeColumn === id ? 0 : undefined}
      style={share === undefined ? undefined : barStyle(id, share)}
    >
      {tone && !frame.isTwoLine && typeof content === 'string' ? (
        <>
          {onPoint(content)}
          {arrow(tone)}
        </>
      ) : (
        content
      )}
    </div>
  );
}

const UP = changeArrow({ direction: 'up' });
const KEPT_PLACE = `${styles.arrow} ${styles.keptPlace}`;

/** An element, not drawn content: that is made anew with each change. */
function arrow(direction: 'up' | 'down' | 'flat'): ReactNode {
  return (
    <span className={direction === 'flat' ? KEPT_PLACE : styles.arrow} aria-hidden="true">
      {direction === 'flat' ? UP : changeArrow({ direction })}
    </span>
  );
}

const POINT_SPACE = '\u2008';
const DIGIT_SPACE = '\u2007';
const PLACES = 2;

/** As wide after its point as the others of its column, so that they stand under each other. */
function onPoint(digits: string): string {
  if (!/\d$/.test(digits)) return digits;
  const [, places] = digits.split('.');
  const point = places === undefined ? POINT_SPACE : '';
  return digits + point + DIGIT_SPACE.repeat(PLACES - (places ?? '').length);
}

function starCell({ jetton: { identity }, isWatched, activeColumn }: Props): ReactNode {
  return (
    <div key="star" role="gridcell" className={styles.star}>
      <button
        type="button"
        data-act="watch"
        aria-pressed={isWatched}
        aria-label={`Watch ${identity.symbol}`}
        tabIndex={activeColumn === 'star' ? 0 : -1}
      >
        {isWatched ? '★' : '☆'}
      </button>
    </div>
  );
}

/** Letters of a symbol for which there always is room in its column as it comes. */
const SHORT = 10;

function jettonCell(props: Props): ReactNode {
  const { jetton, warning, activeColumn, pictureSize } = props;
  const { identity, verification, modifiedContract } = jetton;
  const said = [verification === 'JVS_SCAM', modifiedContract === true, warning !== undefined];
  const badges = said.filter(Boolean).length;
  return (
    <div key="jetton" role="gridcell" className={styles.jetton}>
      <a
        href={`/jetton/${identity.userFriendly}`}
        data-badges={badges || undefined}
        data-tight={badges > 0 || identity.symbol.length > SHORT || undefined}
        tabIndex={activeColumn === 'jetton' ? 0 : -1}
      >
        <JettonImage
          url={identity.image}
          address={identity.address}
          symbol={identity.symbol}
          size={pictureSize}
        />
        <bdi className={styles.symbol}>{identity.symbol}</bdi> <Verification status={verification} />
        {modifiedContract ? (
          <Badge tone="warn" title="The contract is not the standard one: it may act otherwise">
            Modified
          </Badge>
        ) : null}
        {warning === undefined ? null : (
          <Badge tone="warn" title={warning}>
            Look-alike
          </Badge>
        )}{' '}
        <bdi className={styles.name}>{identity.name}</bdi>
      </a>
    </div>
  );
}

/** Where the reader's colours are not those of the service. */
function trendOf({ activity, settings }: Props) {
  if (settings.pair === DEFAULT_COLOR_PAIR) return undefined;
  const percent = activity?.usd.week?.percent;
  return percent === undefined ? 'flat' : formatChange(percent).direction;
}

function lineCell(props: Props): ReactNode {
  const { jetton, settings, activeColumn } = props;
  const url = jetton.previewUrls[settings.theme];
  return (
    <div
      key="line"
      role="gridcell"
      className={styles.line}
      aria-label={url === undefined ? 'unknown' : 'drawing'}
      data-trend={trendOf(props)}
      tabIndex={activeColumn === 'line' ? 0 : undefined}
    >
      {url === undefined ? null : <Sparkline url={url} />}
    </div>
  );
}
