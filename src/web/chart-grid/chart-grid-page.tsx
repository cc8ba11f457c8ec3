import { getRouteApi, Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { MAX_CHARTS } from '#contract/page-links.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import { indexAt } from '#web/chart/bars/bar-window.ts';
import { type Interval, intervals } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import type { ChartView, TimeSpan } from '#web/chart/chart-view.ts';
import { chartTypeNames, chartTypes } from '#web/chart/rendering/chart-appearance.ts';
import { visibleRangeOf } from '#web/chart/requested-range.ts';
import { RangeButtons, ScaleToggles } from '#web/chart/view/chart-area.tsx';
import { useSettledMove } from '#web/chart/view/use-chart-session.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { isShortcut, useKey } from '#web/kit/controls/use-key.ts';
import { type LinkQuery, parseLink, replacesEntry } from '#web/kit/device/link-state.ts';
import { FullHeightPage } from '#web/kit/display/full-height-page.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { useWatchlist } from '#web/list/watchlist.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { JettonSearchField } from '#web/search/jetton-search-field.tsx';
import { ChartCell, useChartMarket } from './chart-cell.tsx';
import styles from './chart-grid.module.css';
import { type ChartGrid, type ChartMarket, chartGridLink, chartText, SHARE } from './chart-grid-link.ts';

const route = getRouteApi('/charts');
const IndicatorsPanel = lazyWithRetry(
  async () => (await import('#web/chart/view/indicators-panel.tsx')).IndicatorsPanel,
);

/** Up to four charts that share range, interval and crosshair. */
export function ChartGridPage() {
  const { grid, ignored, change, move } = useChartGrid();
  const { charts, view, indicators } = grid;
  const changeView = (changed: Partial<ChartView>) => {
    if (changed.range) move.discard();
    change({ view: { ...view, ...changed } });
  };
  const [activeIndex, setActive] = useState(0);
  const active = Math.min(activeIndex, charts.length - 1);
  const { sessions, onSession, followMove } = useSharedCharts(charts);
  const activeChart = charts[active];
  const { name: activeName } = useChartMarket(activeChart ?? NO_CHART);
  const isFull = charts.length === MAX_CHARTS;
  const replaceText = `Replace ${activeName}`;
  const page = useRef<HTMLDivElement>(null);
  useKey((event) => {
    if (isShortcut(event) && /^[1-4]$/.test(event.key))
      page.current?.querySelectorAll<HTMLElement>('[role=application]')[Number(event.key) - 1]?.focus();
  });
  const pick = (address: string) => {
    if (isFull) change({ charts: charts.with(active, { address }) });
    else {
      setActive(charts.length);
      change({ charts: [...charts, { address }] });
    }
  };
  const search = useRef<HTMLInputElement>(null);
  const close = (index: number) => {
    // Used by keyboard, the focus would be lost with the button. On touch screens, that of the field opens a keyboard.
    if (page.current?.querySelector('[data-close]:focus-visible')) {
      const buttons = page.current.querySelectorAll<HTMLElement>('[data-close]');
      (buttons[index + 1] ?? buttons[index - 1] ?? search.current)?.focus();
    }
    setActive(index);
    change({ charts: charts.toSpliced(index, 1) });
  };
  return (
    <FullHeightPage>
      <title>Charts · Jetscope</title>
      <div ref={page} className="column fill">
        <div className={styles.toolbar}>
          <h1 className="visually-hidden">Charts</h1>
          <div className={styles.search}>
            <JettonSearchField
              ref={search}
              label={isFull ? replaceText : 'Add chart'}
              // A pair leaves no room for what can be searched for.
              placeholder={isFull ? replaceText : 'Add chart: name, symbol or address'}
              excluded={charts.flatMap(({ address, poolAddress }) =>
                poolAddress === undefined ? [address] : [],
              )}
              excludedText="Already shown"
              onPick={pick}
            />
          </div>
          <ViewFields view={view} onChange={changeView} />
          <PopupButton label="Indicators">
            <IndicatorsPanel
              averages={view.averages}
              onAverages={(averages) => changeView({ averages })}
              indicators={indicators}
              onIndicators={(changed) => change({ indicators: changed })}
            />
          </PopupButton>
        </div>
        <IgnoredFiltersBanner ignored={ignored} onDismiss={() => change({})} />
        {charts.length === 0 ? (
          <EmptyGrid
            onChoose={(addresses) => change({ charts: addresses.map((address) => ({ address })) })}
          />
        ) : (
          <>
            <Splits grid={grid} onChange={change}>
              {charts.map((chart, index) => (
                <ChartCell
                  key={chartText(chart)}
                  chart={chart}
                  view={view}
                  indicators={indicators}
                  index={index}
                  isActive={index === active && charts.length > 1}
                  onActivate={() => setActive(index)}
                  onClose={() => close(index)}
                  onReorder={
                    charts.length > 1
                      ? (target) => {
                          setActive(target);
                          change({ charts: charts.toSpliced(index, 1).toSpliced(target, 0, chart) });
                        }
                      : undefined
                  }
                  onMove={(span, moved) => {
                    followMove(span, moved);
                    move.report(span);
                  }}
                  onSession={onSession}
                />
              ))}
            </Splits>
            <RangeButtons
              session={activeChart && sessions[chartText(activeChart)]}
              range={view.range}
              onChoose={(range) => changeView({ range })}
            >
              <ScaleToggles scale={view.scale} onChoose={(scale) => changeView({ scale })} />
            </RangeButtons>
          </>
        )}
      </div>
    </FullHeightPage>
  );
}

/** Queries of no chart are not sent. */
const NO_CHART: ChartMarket = { address: '' };

/** Returns the charts in the URL, a function that changes them, and functions for moves of a chart. */
function useChartGrid() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state: grid, ignored } = useMemo(() => parseLink(chartGridLink, search), [search]);
  const change = (changed: Partial<ChartGrid>) => {
    const next = { ...grid, ...changed };
    void navigate({
      search: chartGridLink.serialize(next),
      replace: replacesEntry(chartGridLink, grid, next),
      resetScroll: false,
    });
  };
  const move = useSettledMove((range) => {
    // Other parts of the link may have changed meanwhile.
    const moved = (current: LinkQuery) => {
      const latest = chartGridLink.parse(current);
      return chartGridLink.serialize({ ...latest, view: { ...latest.view, range } });
    };
    void navigate({ search: moved, replace: true, resetScroll: false });
  });
  return { grid, ignored, change, move };
}

type Sessions = Readonly<Record<string, ChartSession | undefined>>;

/** Shares the crosshair of the open charts. Returns them, and a function that moves the others to the span of one of them. */
function useSharedCharts(charts: readonly ChartMarket[]) {
  const [sessions, setSessions] = useState<Sessions>({});
  const onSession = useCallback(
    (key: string, session: ChartSession | undefined) => setSessions((open) => ({ ...open, [key]: session })),
    [],
  );
  const open = useMemo(() => charts.flatMap((chart) => sessions[chartText(chart)] ?? []), [charts, sessions]);
  useEffect(() => shareCrosshair(open), [open]);
  const followMove = (span: TimeSpan, moved: ChartSession) => {
    for (const session of open) {
      const { result } = session.state.getState();
      if (session !== moved && result && result.bars.length > 0)
        session.chart.setVisible(visibleRangeOf(result, span));
    }
  };
  return { sessions, onSession, followMove };
}

interface ViewFieldsProps {
  readonly view: ChartView;
  readonly onChange: (changed: Partial<ChartView>) => void;
}

/** Settings of all charts. */
function ViewFields({ view, onChange }: ViewFieldsProps) {
  return (
    <>
      <label className={styles.field}>
        <span className="visually-hidden">Unit</span>
        <Select<PriceUnit> value={view.quote} onChoose={(quote) => onChange({ quote, priceLevels: [] })}>
          {[
            ['counterpart', 'Quote'],
            ['ton', nativeCoin.symbol],
            ['usd', 'USD'],
          ]}
        </Select>
      </label>
      <label className={styles.field}>
        <span className="visually-hidden">Interval</span>
        <Select<Interval> value={view.interval} onChoose={(interval) => onChange({ interval })}>
          {intervals.map((interval) => [interval, INTERVAL_NAMES[interval] ?? interval])}
        </Select>
      </label>
      <label className={styles.field}>
        <span className="visually-hidden">Type</span>
        <Select value={view.type} onChoose={(type) => onChange({ type })}>
          {chartTypes.map((type) => [type, chartTypeNames[type]])}
        </Select>
      </label>
    </>
  );
}

const INTERVAL_NAMES: Readonly<Partial<Record<Interval, string>>> = { auto: 'Auto', tick: 'Swaps' };

interface SplitsProps {
  readonly grid: ChartGrid;
  readonly onChange: (changed: Partial<ChartGrid>) => void;
  readonly children: ReactNode;
}

/** Places the charts in columns and rows, whose borders can be dragged. On phones, one is below the other. */
function Splits({ grid, onChange, children }: SplitsProps) {
  const count = grid.charts.length;
  const [dragged, setDragged] = useState<Partial<Pick<ChartGrid, 'columns' | 'rows'>>>({});
  const { columns, rows } = { ...grid, ...dragged };
  const end = () => {
    onChange(dragged);
    setDragged({});
  };
  return (
    <div className={styles.splits}>
      <div
        className={styles.grid}
        data-count={count}
        style={{
          '--columns': count > 1 ? `minmax(0, ${columns}fr) minmax(0, ${100 - columns}fr)` : undefined,
          '--rows': count > 2 ? `minmax(0, ${rows}fr) minmax(0, ${100 - rows}fr)` : undefined,
        }}
      >
        {children}
      </div>
      {count > 1 ? (
        <Separator
          label="Width of the first column"
          orientation="vertical"
          share={columns}
          onDrag={(share) => setDragged({ columns: share })}
          onEnd={end}
          onChange={(share) => onChange({ columns: share })}
        />
      ) : null}
      {count > 2 ? (
        <Separator
          label="Height of the first row"
          orientation="horizontal"
          share={rows}
          // The first of three charts has both rows.
          start={count === 3 ? columns : 0}
          onDrag={(share) => setDragged({ rows: share })}
          onEnd={end}
          onChange={(share) => onChange({ rows: share })}
        />
      ) : null}
    </div>
  );
}

interface SeparatorProps {
  readonly label: string;
  readonly orientation: 'vertical' | 'horizontal';
  /** Of what is before it, in percent. */
  readonly share: number;
  /** Where a horizontal one starts, in percent. */
  readonly start?: number;
  readonly onDrag: (share: number) => void;
  readonly onEnd: () => void;
  /** Called for steps by key. */
  readonly onChange: (share: number) => void;
}

const STEP = 5;

function Separator({ label, orientation, share, start = 0, onDrag, onEnd, onChange }: SeparatorProps) {
  const isVertical = orientation === 'vertical';
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (!box || !currentTarget.hasPointerCapture(pointerId)) return;
    const part = isVertical ? (clientX - box.left) / box.width : (clientY - box.top) / box.height;
    onDrag(limitShare(part * 100));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(limitShare(share + step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be focused and moved
    <div
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={share}
      aria-valuemin={SHARE.min}
      aria-valuemax={SHARE.max}
      tabIndex={0}
      className={styles.separator}
      style={isVertical ? { left: `${share}%` } : { top: `${share}%`, left: `${start}%` }}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onLostPointerCapture={onEnd}
      onKeyDown={onKeyDown}
    />
  );
}

function limitShare(share: number): number {
  return Math.min(Math.max(Math.round(share), SHARE.min), SHARE.max);
}

/** Shown while no chart is selected. */
function EmptyGrid({ onChoose }: { onChoose: (addresses: readonly string[]) => void }) {
  const { addresses } = useWatchlist();
  const first = addresses.slice(0, MAX_CHARTS);
  return (
    <Notice title="No charts yet" text="Search above, or open the charts of a watchlist or a comparison.">
      {first.length > 0 ? (
        <Button disappears onClick={() => onChoose(first)}>
          {first.length < addresses.length
            ? `Charts of first ${first.length} of watchlist`
            : 'Charts of watchlist'}
        </Button>
      ) : null}
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

/** Shows the crosshair of each chart at the same time on the others. Returns a function that ends it. */
function shareCrosshair(sessions: readonly ChartSession[]): () => void {
  // Charts report the crosshair that is shown on them.
  let isSharing = false;
  const stops = sessions.map((session) =>
    session.state.subscribe(({ crosshairIndex, result }, previous) => {
      if (isSharing || crosshairIndex === previous.crosshairIndex) return;
      const second = crosshairIndex === undefined ? undefined : result?.bars.time[crosshairIndex];
      isSharing = true;
      for (const other of sessions) if (other !== session) showCrosshair(other, second);
      isSharing = false;
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Hides it on a chart that does not show the time. */
function showCrosshair({ state, chart }: ChartSession, second: number | undefined): void {
  const { result, visible } = state.getState();
  const index = result && second !== undefined ? indexAt(result.bars, second) : -1;
  if (visible && index >= Math.max(visible.from, 0) && index <= visible.to) chart.moveCrosshair(index);
  else chart.hideCrosshair();
}
