import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { TON_ADDRESS } from '#contract/address.ts';
import { priceLabel } from '#contract/format/format-numbers.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { symbolOf } from '#web/api/decoding/identities.ts';
import { jettonMarkets, marketOfPool } from '#web/api/queries/markets.ts';
import type { Indicator } from '#web/chart/bars/indicators.ts';
import { intervalText } from '#web/chart/bars/intervals.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import {
  type ChartView,
  hasStoredDrawings,
  type MarketAddress,
  type TimeSpan,
} from '#web/chart/chart-view.ts';
import { downsamplingText } from '#web/chart/rendering/visible-rows.ts';
import { requestedBars, type SessionState } from '#web/chart/requested-range.ts';
import { ChartArea, ChartStatus } from '#web/chart/view/chart-area.tsx';
import { ChartLegend, IndicatorLegend } from '#web/chart/view/chart-legend.tsx';
import { useChartSession } from '#web/chart/view/use-chart-session.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { LookAlikeBadge } from '#web/kit/display/badges.tsx';
import { PercentChange } from '#web/kit/display/formatted-values.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { PoolLink } from '#web/kit/display/links.tsx';
import { jettonByAddress } from '#web/list/jetton-queries.ts';
import { useLookAlikeWarning } from '#web/list/related-jettons.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import styles from './chart-grid.module.css';
import { type ChartMarket, chartText } from './chart-grid-link.ts';

const StoredDrawings = lazyWithRetry(
  async () => (await import('#web/chart/view/chart-drawings.ts')).StoredDrawings,
);

interface Props {
  readonly chart: ChartMarket;
  readonly view: ChartView;
  readonly indicators: readonly Indicator[];
  readonly isActive: boolean;
  readonly onActivate: () => void;
  readonly onClose: () => void;
  /** Index among the charts. */
  readonly index: number;
  /** Called with the index to which the chart is moved. Undefined for a single chart. */
  readonly onReorder: ((index: number) => void) | undefined;
  readonly onMove: (span: TimeSpan, moved: ChartSession) => void;
  /** Called with the text of the chart when it is opened and, with undefined, when it is closed. Has to stay the same. */
  readonly onSession: (chart: string, session: ChartSession | undefined) => void;
}

/** One of several charts, with its pair, price and change. */
export function ChartCell({ chart, view, isActive, onActivate, onClose, index, onReorder, ...pane }: Props) {
  const { market, name, symbol, quoteSymbol, warning, error, retry, isMissing } = useChartMarket(chart);
  // The first one can only move the other way.
  const target = index === 0 ? 1 : index - 1;
  const position = `to position ${target + 1}`;
  const buttons = (
    <span className="push-right nowrap">
      {onReorder ? (
        <Button
          bare
          aria-label={`Move ${name} ${position}`}
          title={`Move ${position}`}
          onClick={() => onReorder(target)}
        >
          {target > index ? '→' : '←'}
        </Button>
      ) : null}
      <Button bare aria-label={`Close ${name}`} title="Close chart" data-close="" onClick={onClose}>
        ✕
      </Button>
    </span>
  );
  return (
    <section
      className={styles.cell}
      aria-label={name}
      aria-current={isActive || undefined}
      onFocus={onActivate}
      onPointerDown={onActivate}
    >
      {market ? (
        <Pane
          // The deepest pool of a jetton can change.
          key={market.poolAddress}
          chart={chart}
          market={market}
          name={name}
          symbol={symbol}
          quoteSymbol={quoteSymbol}
          warning={warning}
          view={view}
          buttons={buttons}
          {...pane}
        />
      ) : (
        <>
          <div className={styles.head}>
            <b translate="no">
              <bdi>{symbol}</bdi>
            </b>
            {buttons}
          </div>
          <div className={styles.message}>
            {isMissing ? (
              <p className="hint">{chart.poolAddress ? 'No pool at this address' : 'No pools found'}</p>
            ) : null}
            {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
          </div>
        </>
      )}
    </section>
  );
}

/** Returns the market of a chart, and the name of its pair. */
export function useChartMarket({ address, poolAddress }: ChartMarket) {
  const enabled = address !== '';
  const jetton = useQuery({ ...jettonByAddress(address), enabled });
  const pool = useQuery({
    ...marketOfPool(address, poolAddress ?? ''),
    enabled: poolAddress !== undefined,
    refetchInterval: false,
  });
  const list = useInfiniteQuery({
    ...jettonMarkets(address),
    enabled: enabled && poolAddress === undefined,
  });
  const page = list.data?.pages[0];
  // Most liquid first.
  const market: Market | undefined = poolAddress === undefined ? page?.markets[0] : pool.data?.market;
  const { counterpart } = pool.data ?? {};
  const identities = page?.identities ?? new Map(counterpart ? [[counterpart.address, counterpart]] : []);
  const query = poolAddress === undefined ? list : pool;
  const symbol = jetton.data?.identity.symbol ?? 'Jetton';
  const quoteSymbol = market ? symbolOf(market.counterpart, identities) : '…';
  return {
    market,
    name: `${symbol} / ${quoteSymbol}`,
    symbol,
    quoteSymbol,
    warning: useLookAlikeWarning(jetton.data ?? undefined),
    error: query.error,
    retry: () => void query.refetch(),
    isMissing: query.isSuccess && !market,
  };
}

interface PaneProps extends Pick<Props, 'chart' | 'view' | 'indicators' | 'onMove' | 'onSession'> {
  readonly market: Market;
  readonly name: string;
  readonly symbol: string;
  readonly quoteSymbol: string;
  /** Look-alike warning, if any. */
  readonly warning: string | undefined;
  /** What moves and closes the chart. */
  readonly buttons: ReactNode;
}

function Pane({
  chart,
  market,
  name,
  symbol,
  quoteSymbol,
  warning,
  view,
  indicators,
  onMove,
  onSession,
  buttons,
}: PaneProps) {
  const { address } = chart;
  const { poolAddress } = market;
  const { session, mount } = useChartSession({ address, poolAddress }, view, onMove);
  const key = chartText(chart);
  useEffect(() => {
    onSession(key, session);
    return () => onSession(key, undefined);
  }, [key, session, onSession]);
  const hasDrawings = useHasDrawings({ address, poolAddress });
  const unit = unitOf(view, market, quoteSymbol);
  return (
    <>
      <div className={styles.head}>
        <PoolLink address={address} poolAddress={poolAddress} className={styles.pair} translate="no">
          <bdi>{symbol}</bdi> / <bdi>{quoteSymbol}</bdi>
        </PoolLink>
        <LookAlikeBadge warning={warning} />
        <span className="note phone-hidden" translate="no">
          {exchangeName(market.exchangeId)}
        </span>
        {session ? <Figures session={session} view={view} /> : null}
        {session ? <Note session={session} /> : null}
        {buttons}
      </div>
      <ChartLegend session={session} view={view} unit={unit}>
        <IndicatorLegend session={session} indicators={indicators} />
      </ChartLegend>
      <div className="fill relative">
        <ChartArea session={session} label={`Price of ${name} in ${unit}`}>
          <div ref={mount} className={styles.chart} />
        </ChartArea>
        {session ? <ChartStatus session={session} /> : null}
        {session && hasDrawings ? (
          <StoredDrawings
            session={session}
            address={address}
            poolAddress={poolAddress}
            // Their prices are the same.
            unit={view.quote === 'ton' && market.counterpart === TON_ADDRESS ? 'counterpart' : view.quote}
          />
        ) : null}
      </div>
    </>
  );
}

/** Returns whether this device has drawings of a market. They may be drawn in another tab. */
function useHasDrawings({ address, poolAddress }: MarketAddress): boolean {
  return useSyncExternalStore(onStorage, () => hasStoredDrawings({ address, poolAddress }));
}

function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

function unitOf({ quote }: ChartView, { counterpart }: Market, quoteSymbol: string): string {
  if (quote === 'usd') return 'USD';
  return quote === 'ton' || counterpart === TON_ADDRESS ? nativeCoin.symbol : quoteSymbol;
}

/** The newest price, its change over the visible range, and the interval of the candles. */
function Figures({ session, view }: { session: ChartSession; view: ChartView }) {
  const price = useStore(session.state, ({ result }) => result?.bars.close.at(-1));
  const percent = useStore(session.state, visibleChange);
  const interval = useStore(session.state, ({ result }) => result?.interval);
  if (price === undefined || interval === undefined) return null;
  return (
    <span className="row" translate="no">
      <b>{priceLabel(price)}</b>
      <PercentChange change={percent === undefined ? undefined : { percent }} />
      <span className="muted">{intervalText(interval, view.zone)}</span>
    </span>
  );
}

/** Says which bars are shown if not all fit. */
function Note({ session }: { session: ChartSession }) {
  const text = useStore(session.state, ({ result }) => (result ? downsamplingText(result) : ''));
  return text ? (
    <span className="note truncate" title={text}>
      {text}
    </span>
  ) : null;
}

/** Returns the change from the first to the last visible price in percent. Undefined without prices. */
function visibleChange(state: SessionState): number | undefined {
  const { bars } = state.result ?? {};
  const visible = requestedBars(state);
  if (!bars || !visible) return undefined;
  const [first, last] = [Math.max(Math.ceil(visible.from), 0), Math.floor(visible.to)];
  const opens = bars.open.subarray(first, last + 1);
  const closes = bars.close.subarray(first, last + 1);
  // Bars without swaps have no prices.
  const open = opens.find((value) => !Number.isNaN(value));
  const close = closes.findLast((value) => !Number.isNaN(value));
  if (open === undefined || close === undefined) return undefined;
  return Number(((close / open - 1) * 100).toFixed(4));
}
