import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { TON_ADDRESS, toUserFriendly } from '#contract/address.ts';
import { numberFromAmount } from '#contract/amount.ts';
import { priceLabel } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { Market } from '#contract/market.ts';
import { MAX_PRICE_LINES } from '#contract/page-links.ts';
import { type Identities, marketName } from '#web/api/decoding/identities.ts';
import { jettonMarkets, marketOfPool } from '#web/api/queries/markets.ts';
import { columnFactors } from '#web/chart/bars/bars.ts';
import { indicatorDefinitions } from '#web/chart/bars/indicators.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import {
  type ChartView,
  hasStoredDrawings,
  type MarketAddress,
  parsePriceLevels,
  viewLink,
} from '#web/chart/chart-view.ts';
import type { ChartUnit } from '#web/chart/drawings/drawings.ts';
import { createMarketHistory } from '#web/chart/history/create-market-history.ts';
import { closeAtCrosshair } from '#web/chart/requested-range.ts';
import { ChartArea, ChartStatus, RangeButtons, ScaleToggles } from '#web/chart/view/chart-area.tsx';
import { ChartLegend, IndicatorLegend, OverlayLegend } from '#web/chart/view/chart-legend.tsx';
import { ChartSummary } from '#web/chart/view/chart-summary.tsx';
import {
  useChartSession,
  useCurrentPrice,
  useIsEmptyChart,
  useSettledMove,
} from '#web/chart/view/use-chart-session.ts';
import { isShortcut, useKey } from '#web/kit/controls/use-key.ts';
import { type LinkQuery, replacesEntry, stringifyQuery } from '#web/kit/device/link-state.ts';
import { storedText } from '#web/kit/device/persisted-store.ts';
import { Deferred } from '#web/kit/display/deferred.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { nativeCoin } from '#web/money/native-coin.ts';
import { ChosenTrader } from '#web/trades/trades.tsx';
import { useFullScreen, useSidePanel } from './pool-layout.ts';
import styles from './pool-page.module.css';
import {
  chartUnit,
  type PoolLink,
  parsePoolLink,
  serializePoolLink,
  withoutMarketCap,
} from './pool-search.ts';
import { storePriceLevels } from './price-levels.ts';
import { ChartToolbar } from './toolbar/chart-toolbar.tsx';
import { ChartTools, type Tool } from './toolbar/chart-tools.tsx';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly symbol: string | undefined;
  /** The counterpart. Undefined until it is loaded. */
  readonly quote: { readonly address: string; readonly symbol: string } | undefined;
  /** The current price in each unit. Undefined while loading. */
  readonly price: Market['price'] | undefined;
  /** Circulating supply in the unit of market caps. Undefined while loading, null if it is unknown. */
  readonly supply: number | null | undefined;
  /** Called when the chart is opened and, with undefined, when it is closed. */
  readonly onSession: (session: ChartSession | undefined) => void;
  /** The panel next to the chart. */
  readonly children: ReactNode;
}

/** Drawn by the service, until the chart is there. */
const pictures = import.meta.env.SSR ? await import('#web/chart/view/chart-picture.tsx') : undefined;

const route = getRouteApi('/jetton/$address/pool/$poolAddress');
const ChartProfile = lazyWithRetry(
  async () => (await import('#web/chart/view/chart-profile.tsx')).ChartProfile,
);
const AlertDialog = lazyWithRetry(async () => (await import('#web/alerts/alert-form.tsx')).AlertDialog);
const AlertLines = lazyWithRetry(async () => (await import('./alert-lines.ts')).AlertLines);
const DrawingTools = lazyWithRetry(async () => (await import('./drawing-tools.tsx')).DrawingTools);
const EmbedBuilder = lazyWithRetry(async () => (await import('./embed-builder.tsx')).EmbedBuilder);

export function PoolChart({
  address,
  poolAddress,
  symbol = 'Jetton',
  quote,
  price,
  supply: circulating,
  onSession,
  children,
}: Props) {
  const { isFolded, width } = useSidePanel();
  const hasSupply = circulating != null;
  const { linked, link, change, changeView, reportMove } = useChartLink(hasSupply);
  const { view, indicators, hasProfile, overlays } = link;
  const supply = link.isMarketCap ? (circulating ?? undefined) : undefined;
  const { session, mount } = useChartSession({ address, poolAddress }, view, reportMove);
  useEffect(
    () => session?.setFactors(supply === undefined ? undefined : columnFactors(supply, 1)),
    [session, supply],
  );
  useEffect(() => onSession(session), [session, onSession]);
  const names = useOverlays(session, { address, poolAddress }, overlays);
  const [isEmbedding, setEmbedding] = useState(false);
  const [tool, setTool] = useState<Tool>();
  const [drawing, setDrawing] = useDrawingTools({ address, poolAddress }, link.drawings.length > 0);
  const loadDrawing = () => setDrawing((current) => (current === 'unused' ? 'hidden' : current));
  const linkWith = (drawings: readonly string[]) => {
    const query = stringifyQuery(serializePoolLink({ ...link, drawings }));
    return location.origin + location.pathname + query;
  };
  const block = useRef<HTMLElement>(null);
  const fullScreen = useFullScreen(block);
  const isEmpty = useIsEmptyChart(session);
  const hasNativeCounterpart = quote?.address === TON_ADDRESS;
  const newerPrice = useCurrentPrice(session, price?.[view.quote], supply);
  // Without an exchange rate, the price only differs until the chart has loaded the last swap.
  const isConverted = view.quote === 'usd' || (view.quote === 'ton' && !hasNativeCounterpart);
  const currentPrice = isConverted ? newerPrice : undefined;
  const quoteSymbol = quote?.symbol ?? '…';
  const units: Readonly<Record<ChartUnit, string>> = {
    counterpart: quoteSymbol,
    ton: nativeCoin.symbol,
    usd: 'USD',
    mcap: 'k USD market cap',
  };
  const chosenUnit = chartUnit(link);
  const unit = units[chosenUnit];
  const paneCount = indicators.filter(({ kind }) => indicatorDefinitions[kind].pane === 'own').length;
  const title = `${symbol} / ${quoteSymbol}`;
  const setLines = (priceLevels: readonly number[]) => {
    // If the counterpart is the native coin, `counterpart` and `ton` are the same unit and share their lines.
    const isInNativeCoin = hasNativeCounterpart && view.quote !== 'usd';
    const ownUnits: readonly ChartUnit[] = isInNativeCoin ? ['counterpart', 'ton'] : [chosenUnit];
    for (const one of ownUnits) storePriceLevels({ address, poolAddress, unit: one }, priceLevels);
    changeView({ ...view, priceLevels });
  };
  const addLine = (price: number) => {
    const [rounded] = parsePriceLevels(price);
    if (rounded !== undefined) setLines([...new Set([...view.priceLevels, rounded])].slice(-MAX_PRICE_LINES));
    return rounded;
  };
  const [alertAt, setAlertAt] = useState<number>();
  const [quoted, usd] = [price?.[view.quote], price?.usd].map((amount) => amount && numberFromAmount(amount));
  const current = quoted && usd !== undefined ? { inUnit: quoted * (supply ?? 1), usd } : undefined;
  const pickPrice = (chosen: number) => {
    if (tool !== 'alert') return addLine(chosen);
    setAlertAt(chosen);
    setTool(undefined);
    return undefined;
  };
  return (
    <section
      ref={block}
      className={styles.block}
      aria-label="Chart"
      data-filled={fullScreen.isFilled ? '' : undefined}
    >
      <ChartToolbar
        view={view}
        indicators={indicators}
        units={units}
        unit={chosenUnit}
        hasMarketCap={hasSupply && overlays.length === 0}
        onUnit={(next) =>
          change({
            isMarketCap: next === 'mcap',
            view: { ...view, quote: next === 'mcap' ? 'usd' : next, priceLevels: [] },
          })
        }
        hasNativeCounterpart={hasNativeCounterpart}
        overlayNames={names}
        session={session}
        title={title}
        onChange={changeView}
        onIndicators={(next) => change({ indicators: next })}
        hasProfile={hasProfile}
        onProfile={(next) => change({ hasProfile: next })}
        tool={tool}
        onTool={setTool}
        onClearLines={() => setLines([])}
        onDraw={() => setDrawing('open')}
        onFullScreen={() => void fullScreen.toggle()}
        onEmbed={() => setEmbedding(true)}
      />
      <div
        className={styles.desk}
        data-folded={isFolded ? '' : undefined}
        style={{ '--panel': `${width / 16}rem` }}
      >
        <div className="fill">
          <ChartLegend session={session} view={view} unit={unit} currentPrice={currentPrice}>
            <IndicatorLegend session={session} indicators={indicators} />
            {session && hasProfile ? (
              <ChartProfile
                key={poolAddress}
                session={session}
                view={view}
                supply={supply}
                address={address}
                poolAddress={poolAddress}
              />
            ) : null}
            {session ? <OverlayLegend session={session} names={names} /> : null}
            {linked.isMarketCap && circulating === null ? <span>Market cap unknown</span> : null}
          </ChartLegend>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only loads code */}
          <div
            className="relative"
            data-empty={isEmpty ? '' : undefined}
            onPointerEnter={loadDrawing}
            onFocus={loadDrawing}
          >
            <ChartArea
              session={session}
              label={
                supply === undefined
                  ? `Price of ${title} in ${unit}`
                  : `Market cap of ${title} in thousands of USD`
              }
              enter={
                session && tool && tool !== 'measure'
                  ? {
                      hint:
                        tool === 'line'
                          ? 'Press Enter to add a price line at the close of the candle.'
                          : 'Press Enter for an alert at the close of the candle.',
                      run: () => {
                        const line = pickPrice(closeAtCrosshair(session.state.getState()));
                        return line === undefined ? '' : `Line added at ${priceLabel(line)} ${unit}`;
                      },
                    }
                  : undefined
              }
            >
              <div ref={mount} className={styles.chart} style={{ '--panes': paneCount }}>
                {pictures && !link.isMarketCap && typeof view.range === 'string' ? (
                  <pictures.CandlePicture
                    address={address}
                    poolAddress={poolAddress}
                    quote={view.quote}
                    unit={unit}
                    range={view.range}
                  />
                ) : null}
              </div>
              {session && tool ? (
                <ChartTools
                  session={session}
                  tool={tool}
                  unit={unit}
                  onPrice={pickPrice}
                  onClose={() => setTool(undefined)}
                />
              ) : null}
            </ChartArea>
            {session ? <ChartStatus session={session} /> : null}
            {session && !isEmpty && drawing !== 'unused' ? (
              <DrawingTools
                session={session}
                chart={mount}
                address={address}
                poolAddress={poolAddress}
                unit={chosenUnit === 'ton' && hasNativeCounterpart ? 'counterpart' : chosenUnit}
                shared={link.drawings}
                isOpen={drawing === 'open'}
                onClose={() => setDrawing('hidden')}
                isSuspended={tool !== undefined}
                onTool={() => setTool(undefined)}
                linkWith={linkWith}
                onHideShared={() => change({ drawings: [] }, true)}
              />
            ) : null}
          </div>
          <RangeButtons
            session={session}
            range={view.range}
            onChoose={(range) => changeView({ ...view, range })}
          >
            <ScaleToggles scale={view.scale} onChoose={(scale) => changeView({ ...view, scale })} />
          </RangeButtons>
          <ChosenTrader
            session={session}
            address={address}
            poolAddress={poolAddress}
            trader={link.trades.trader}
          />
          <ChartAlerts
            session={session}
            address={address}
            current={current}
            unit={chosenUnit === 'usd' ? undefined : unit}
            level={alertAt}
            onClose={() => setAlertAt(undefined)}
          />
          {isEmbedding ? (
            <EmbedBuilder
              address={address}
              poolAddress={poolAddress}
              title={title}
              view={supply === undefined ? view : { ...view, priceLevels: [] }}
              onClose={() => setEmbedding(false)}
            />
          ) : null}
          <ChartSummary
            session={session}
            view={view}
            unit={unit}
            volumeUnit={units[view.quote]}
            currentPrice={currentPrice}
          />
        </div>
        <section className={styles.side}>
          <Deferred>{children}</Deferred>
        </section>
      </div>
    </section>
  );
}

/** Returns the chart's link, which the page's URL contains, and functions that change it. */
function useChartLink(hasSupply: boolean) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const linked = useMemo(() => parsePoolLink(search), [search]);
  // Without the supply, the chart has prices, and not the lines of market caps.
  const link = useMemo(() => (hasSupply ? linked : withoutMarketCap(linked)), [linked, hasSupply]);
  const change = (next: Partial<PoolLink>, replace = false) =>
    void navigate({ search: serializePoolLink({ ...link, ...next }), replace, resetScroll: false });
  const move = useSettledMove((range) => {
    // Other parts of the link may have changed meanwhile.
    const search = (current: LinkQuery) => {
      const latest = parsePoolLink(current);
      return serializePoolLink({ ...latest, view: { ...latest.view, range } });
    };
    void navigate({ search, replace: true, resetScroll: false });
  });
  const changeView = (view: ChartView) => {
    if (view.range !== link.view.range) move.discard();
    change({ view }, replacesEntry(viewLink, link.view, view));
  };
  return { linked, link, change, changeView, reportMove: move.report };
}

/** Shows the prices of other pools in a chart. Returns their names. */
function useOverlays(
  session: ChartSession | undefined,
  { address, poolAddress }: MarketAddress,
  overlays: readonly string[],
): string[] {
  useEffect(
    () => session?.setOverlays(overlays.map((key) => ({ key, history: createMarketHistory(address, key) }))),
    [session, address, overlays],
  );
  const pools = useOtherPools(address, poolAddress, overlays);
  return overlays.map((key) => {
    const pool = [...pools.listed, ...pools.unlisted].find((one) => one.poolAddress === key);
    return poolName(pool ?? { poolAddress: key, market: undefined }, pools.identities);
  });
}

export interface OtherPool {
  readonly poolAddress: string;
  /** Undefined until it is loaded. */
  readonly market: Market | undefined;
}

/**
 * Returns a jetton's loaded markets other than the pool: `listed` in the order of the list, and `unlisted`, overlaid
 * pools that are not in the loaded pages.
 */
export function useOtherPools(address: string, poolAddress: string, overlays: readonly string[]) {
  const list = useInfiniteQuery(jettonMarkets(address));
  const pages = list.data?.pages ?? [];
  const listed = pages
    .flatMap((page) => page.markets)
    .filter((market) => market.poolAddress !== poolAddress)
    .map((market): OtherPool => ({ poolAddress: market.poolAddress, market }));
  const unlistedAddresses = list.isPending
    ? []
    : overlays.filter((address) => !listed.some((pool) => pool.poolAddress === address));
  const results = useQueries({
    queries: unlistedAddresses.map((pool) => ({
      ...marketOfPool(address, pool),
      refetchInterval: false as const,
    })),
  });
  const identities: Identities = new Map([
    ...pages.flatMap((page) => [...page.identities]),
    ...results.flatMap(({ data }) =>
      data?.counterpart ? [[data.counterpart.address, data.counterpart] as const] : [],
    ),
  ]);
  const unlisted = unlistedAddresses.map(
    (pool, index): OtherPool => ({ poolAddress: pool, market: results[index]?.data?.market }),
  );
  return { list, listed, unlisted, identities };
}

/** Returns a name that distinguishes a pool from the jetton's other pools. */
export function poolName({ poolAddress, market }: OtherPool, identities: Identities): string {
  return market ? marketName(market, identities) : shortenAddress(toUserFriendly(poolAddress));
}

interface AlertsProps {
  readonly session: ChartSession | undefined;
  readonly address: string;
  /** The current price in the unit of the chart, and in USD. Undefined while loading. */
  readonly current: { readonly inUnit: number; readonly usd: number } | undefined;
  /** The unit of the chart. Undefined if it is USD, the unit of the prices of alerts. */
  readonly unit: string | undefined;
  /** The price that was chosen for a new alert, in the unit of the chart. */
  readonly level: number | undefined;
  readonly onClose: () => void;
}

/** Shows the price alerts of a jetton as lines of its chart, and the form of a new one. */
function ChartAlerts({ session, address, current, unit, level, onClose }: AlertsProps) {
  const alert =
    current && level !== undefined
      ? ({
          value: (level * current.usd) / current.inUnit,
          side: level > current.inUnit ? 'above' : 'below',
          chosen: unit && `${priceLabel(level)} ${unit}`,
        } as const)
      : undefined;
  return (
    <>
      {/* Without alerts on this device, their code is not loaded. */}
      {session && current && storedText('jetscope.alerts') !== null ? (
        <AlertLines session={session} address={address} rate={current.inUnit / current.usd} />
      ) : null}
      {level === undefined ? null : <AlertDialog subject={{ address, level: alert }} onClose={onClose} />}
    </>
  );
}

/** `unused`: not loaded. `hidden`: unless the chart is hovered or has the focus. */
type DrawingState = 'unused' | 'hidden' | 'open';

/** The tools are loaded for a chart with drawings, and when it is hovered or focused. The key D opens and closes them. */
function useDrawingTools(market: MarketAddress, isShared: boolean) {
  const [state, setState] = useState<DrawingState>(
    isShared || hasStoredDrawings(market) ? 'hidden' : 'unused',
  );
  useKey((event) => {
    if (event.key.toLowerCase() === 'd' && isShortcut(event)) setState(state === 'open' ? 'hidden' : 'open');
  });
  return [state, setState] as const;
}
