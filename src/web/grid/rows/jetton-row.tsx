import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Amount } from '#contract/amount.ts';
import { formatChange } from '#contract/format/format-numbers.ts';
import { measureOf } from '#contract/measures.ts';
import { type GridColumnId, gridColumn } from '#web/grid/columns/list-columns.ts';
import { DEFAULT_COLOR_PAIR } from '#web/kit/device/preferences.ts';
import { Badge, LookAlikeBadge, Verification, WarningBadge } from '#web/kit/display/badges.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { MissingMark, missingOf } from '#web/kit/display/missing-data.tsx';
import { isChangeColumn } from '#web/list/columns.ts';
import { isMeasureColumn, measureColumnById } from '#web/list/measure-texts.ts';
import { baseUnitOf } from '#web/money/currencies.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { formatCell, isStale } from './cells.tsx';
import type { DisplaySettings } from './display-settings.ts';
import styles from './jetton-row.module.css';
import type { Cell, RowData } from './row-values.ts';
import { Sparkline } from './sparkline.tsx';

/** Columns in display order. */
export interface RowLayout {
  /** Columns that stay in view when the table is scrolled sideways. */
  readonly pinned: readonly GridColumnId[];
  readonly others: readonly GridColumnId[];
  /** Rows have two lines and no header; each value has its own label. */
  readonly isTwoLine?: true;
}

interface Props extends RowData {
  readonly settings: DisplaySettings;
  readonly layout: RowLayout;
  readonly start: number;
  readonly imageSize: number;
  readonly isWatched: boolean;
  readonly isSelected: boolean;
  readonly isFound: boolean;
  /** Which jetton the name or symbol imitates. */
  readonly warning: string | undefined;
  /** Column of the active cell, if it is in this row. */
  readonly activeColumn: GridColumnId | undefined;
}

/** Grid areas of the values in a two-line row, in display order. */
const areas = ['first', 'second', 'third', 'fourth'] as const;
type Area = (typeof areas)[number];

/**
 * Memoized, because every frame of scrolling adds and removes rows. Cells are plain elements rather than components for
 * the same reason.
 */
export const JettonRow = memo(function JettonRow(props: Props) {
  const { index, start, layout, settings } = props;
  const cells = new Map<GridColumnId, Cell>();
  const renderCell = (id: GridColumnId, area?: Area) => {
    if (id === 'star') return starCell(props);
    if (id === 'jetton') return jettonCell(props);
    if (id === 'line') return lineCell(props, area);
    const cell = formatCell(id, props, settings);
    cells.set(id, cell);
    return valueCell(id, cell, props, area);
  };
  const row = (
    <>
      <div className={styles.pinned}>{layout.pinned.map((id) => renderCell(id))}</div>
      {layout.others.map((id, position) => renderCell(id, areas[position]))}
    </>
  );
  const element = useFlash(cells, props);
  return (
    <div
      ref={element}
      role="row"
      className={props.isFound ? `${styles.row} ${styles.found}` : styles.row}
      aria-rowindex={index + 2}
      aria-selected={props.isSelected || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      {row}
    </div>
  );
});

function useFlash(cells: Cells, { jetton, activity, settings, layout }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const { address } = jetton.identity;
  const shown = useRef({ jetton, activity, cells, settings });
  const animations = useRef<readonly Animation[]>([]);
  // An effect would run in a separate task after each frame of scrolling.
  useLayoutEffect(() => {
    const previous = shown.current;
    shown.current = { jetton, activity, cells, settings };
    const isSame = previous.jetton.identity.address === address;
    if (!isSame) for (const animation of animations.current) animation.cancel();
    // Another jetton, currency or period in this row is not a price change.
    if (!isSame || previous.settings !== settings || !element.current) return;
    const traded = isTraded(previous, { jetton, activity });
    const columns = changedColumns(previous.cells, cells).filter((id) => traded || !dependsOnRates(id));
    animations.current = flash(element.current, columns, [...layout.pinned, ...layout.others]);
  }, [address, jetton, activity, cells, settings, layout]);
  return element;
}

function labelOf(id: GridColumnId): string | undefined {
  const { label, shortLabel = label } = gridColumn(id);
  return shortLabel || undefined;
}

/** Background sizes of the bar: the remainder on top of the whole. */
function barStyle(id: GridColumnId, share: number) {
  const [width, height] = id === 'trust' ? [20, 6] : [44, 2];
  return { backgroundSize: `${width - width * share}px ${height}px, ${width}px ${height}px` };
}

function valueCell(
  id: GridColumnId,
  cell: Cell,
  { settings, layout, activeColumn }: Props,
  area: Area | undefined,
): ReactNode {
  const { content, full, note, tone, share, calculatedAt } = cell;
  return (
    <div
      key={id}
      role="gridcell"
      className={share === undefined ? styles[id] : `${styles[id] ?? ''} ${styles.withBar}`}
      aria-label={note === undefined ? full : `${full}, ${note}`}
      data-full={note === undefined ? undefined : full}
      data-tone={tone}
      data-area={layout.isTwoLine && area}
      data-label={layout.isTwoLine && labelOf(id)}
      data-stale={isStale(calculatedAt, settings.now) || undefined}
      tabIndex={activeColumn === id ? 0 : undefined}
      style={share === undefined ? undefined : barStyle(id, share)}
    >
      {content}
    </div>
  );
}

function starCell({ jetton: { identity }, isWatched, activeColumn }: Props): ReactNode {
  return (
    <div key="star" role="gridcell" className={styles.star}>
      <button
        type="button"
        data-action="watch"
        aria-pressed={isWatched}
        aria-label={`Watch ${identity.symbol}`}
        tabIndex={activeColumn === 'star' ? 0 : -1}
      >
        {isWatched ? '★' : '☆'}
      </button>
    </div>
  );
}

/** Symbols up to this length always fit the default column width. */
const SHORT_SYMBOL = 10;

function jettonCell(props: Props): ReactNode {
  const { jetton, warning, activeColumn, imageSize, settings } = props;
  const { identity, verification, modifiedContract } = jetton;
  const isScam = verification === 'JVS_SCAM';
  // A scam needs no warning about its contract, which would truncate the symbol.
  const isModified = modifiedContract === true && !isScam;
  const { warnings } = jetton;
  const badges = [isScam, isModified, warnings.length > 0, warning !== undefined].filter(Boolean).length;
  return (
    <div key="jetton" role="gridcell" className={styles.jetton}>
      <a
        href={`/jetton/${identity.userFriendly}`}
        data-badges={badges || undefined}
        data-tight={badges > 0 || identity.symbol.length > SHORT_SYMBOL || undefined}
        tabIndex={activeColumn === 'jetton' ? 0 : -1}
      >
        <JettonImage
          url={identity.image}
          address={identity.address}
          symbol={identity.symbol}
          size={imageSize}
        />
        <bdi className={styles.symbol}>{identity.symbol}</bdi> <Verification status={verification} />
        {isModified ? (
          <Badge tone="warn" title="Not a standard jetton contract; it may behave differently">
            Modified
          </Badge>
        ) : null}
        <WarningBadge warnings={warnings} /> <LookAlikeBadge warning={warning} />{' '}
        <MissingMark missing={missingOf(jetton.missing, settings.now, 'day')} />{' '}
        <bdi className={styles.name}>{identity.name}</bdi>
      </a>
    </div>
  );
}

/** Trend that the sparkline is recolored by; undefined if the image keeps the service's colors. */
function trendOf({ activity, settings }: Props) {
  if (settings.pair === DEFAULT_COLOR_PAIR) return undefined;
  const percent = activity?.[baseUnitOf(settings.currency)].week?.percent;
  return percent === undefined ? 'flat' : formatChange(percent).direction;
}

function lineCell(props: Props, area: Area | undefined): ReactNode {
  const { listed, settings, layout, activeColumn } = props;
  const unit = baseUnitOf(settings.currency);
  const url = (unit === 'ton' ? listed.tonPreviewUrls : listed.previewUrls)[settings.theme];
  return (
    <div
      key="line"
      role="gridcell"
      className={styles.line}
      data-area={layout.isTwoLine && area}
      aria-label={url === undefined ? 'unknown' : `7-day price chart in ${currencyUnit(unit)}`}
      data-full=""
      data-trend={trendOf(props)}
      tabIndex={activeColumn === 'line' ? 0 : undefined}
    >
      {/* The view of an image with those of several jettons. */}
      {url === undefined ? null : <Sparkline url={`${url}#${listed.identity.userFriendly}`} />}
    </div>
  );
}

type Cells = ReadonlyMap<GridColumnId, Cell>;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Returns the columns whose shown value has changed, except those that had none. */
function changedColumns(before: Cells, now: Cells): readonly GridColumnId[] {
  return [...now.keys()].filter((id) => {
    const { full = '', content } = before.get(id) ?? {};
    const next = now.get(id);
    if (id === 'rank' || id === 'age' || !full || !next?.full || full === next.full) return false;
    // A compact number may look the same.
    return typeof content !== 'string' || content !== next.content;
  });
}

type Traded = Pick<RowData, 'jetton' | 'activity'>;

/** Whether a jetton has been traded: its price has changed in both units, or it has more transactions. */
function isTraded(before: Traded, now: Traded): boolean {
  const { price, priceUsd } = before.jetton;
  const isMoved = !isSameAmount(price, now.jetton.price) && !isSameAmount(priceUsd, now.jetton.priceUsd);
  return isMoved || transactionsOf(now) > transactionsOf(before);
}

function isSameAmount(one: Amount | undefined, other: Amount | undefined): boolean {
  return one?.value === other?.value && one?.decimals === other?.decimals;
}

function transactionsOf({ activity }: Traded): number {
  return Number(activity?.transactions24h ?? 0);
}

/** Whether values change with an exchange rate, in all rows at once. */
function dependsOnRates(id: GridColumnId): boolean {
  if (id === 'price' || isChangeColumn(id)) return true;
  return isMeasureColumn(id) && measureOf(measureColumnById[id].measure).kind === 'sum';
}

/** Returns the animations started. */
function flash(
  row: HTMLElement,
  columns: readonly GridColumnId[],
  layout: readonly GridColumnId[],
): readonly Animation[] {
  if (reducedMotion.matches) return [];
  const elements = row.querySelectorAll('[role=gridcell]');
  return columns.flatMap((id) => {
    const element = elements[layout.indexOf(id)];
    if (!element) return [];
    return element.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], 600);
  });
}
