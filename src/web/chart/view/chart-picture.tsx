import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { numberFromAmount } from '#contract/amount.ts';
import { type Candle, type CandleInterval, getJettonMarketCandles } from '#contract/candles.ts';
import type { Currency } from '#contract/enums.ts';
import { formatCount } from '#contract/format/format-numbers.ts';
import { type ChartResolution, getJettonPriceChart } from '#contract/price-chart.ts';
import type { PriceUnit } from '#contract/price-unit.ts';
import { callExtension } from '#web/api/client/call-extension.ts';
import { type NamedRange, rangeSeconds } from '#web/chart/chart-view.ts';
import { timeLabels } from '#web/chart/rendering/time-labels.ts';
import { priceSummary } from '#web/chart/rendering/visible-rows.ts';

interface Resolution {
  readonly interval: CandleInterval;
  /** Candles of the range at most. */
  readonly count: number;
  readonly points: ChartResolution;
}

/** Like those of charts that fit the range. */
const resolutions: Readonly<Record<NamedRange, Resolution>> = {
  '1h': { interval: '1m', count: 60, points: 'min1' },
  '24h': { interval: '15m', count: 96, points: 'min15' },
  '7d': { interval: '1h', count: 168, points: 'hour1' },
  '30d': { interval: '4h', count: 180, points: 'hour1' },
  all: { interval: '1d', count: 1_000, points: 'day1' },
};

interface Pool {
  readonly address: string;
  readonly poolAddress: string;
  readonly quote: PriceUnit;
  readonly unit: string;
  readonly range: NamedRange;
}

/** The candles of a pool as a drawing, for pages that the service renders. */
export function CandlePicture({ address, poolAddress, quote, unit, range }: Pool) {
  const { interval, count } = resolutions[range];
  const { data = [] } = useQuery(
    queryOptions({
      queryKey: ['candle picture', address, poolAddress, interval],
      queryFn: async ({ signal }) => {
        const input = { address, poolAddress, interval, limit: count };
        return (await callExtension(getJettonMarketCandles, input, { signal })).items;
      },
    }),
  );
  const bars = inRange(data, range).flatMap((candle) => barOf(candle, quote) ?? []);
  const { x, y } = scaleOf(bars);
  const half = (WIDTH / Math.max(count, bars.length) / 2) * 0.7;
  const path = (isUp: boolean) =>
    bars
      .filter(({ open, close }, index) => {
        const start = open === close ? (bars[index - 1]?.close ?? open) : open;
        return close >= start === isUp;
      })
      .map(({ time, open, high, low, close }) => {
        const [left, right] = [round(x(time) - half), round(x(time) + half)];
        return `M${round(x(time))} ${y(high)}V${y(low)}M${left} ${y(open)}H${right}V${y(close)}H${left}z`;
      })
      .join('');
  return (
    <Picture bars={bars} unit={unit}>
      <path d={path(true)} fill="var(--up)" stroke="var(--up)" vectorEffect="non-scaling-stroke" />
      <path d={path(false)} fill="var(--down)" stroke="var(--down)" vectorEffect="non-scaling-stroke" />
    </Picture>
  );
}

interface Jetton {
  readonly address: string;
  readonly currency: Currency;
  readonly unit: string;
  readonly range: NamedRange;
}

/** The price of a jetton as a line, for pages that the service renders. */
export function PricePicture({ address, currency, unit, range }: Jetton) {
  const resolution = resolutions[range].points;
  const { data = [] } = useQuery(
    queryOptions({
      queryKey: ['price picture', address, currency, resolution],
      queryFn: async ({ signal }) => {
        const pointsOf = async (by: ChartResolution) =>
          (await callExtension(getJettonPriceChart, { address, currency, resolution: by }, { signal }))
            .points;
        const recent = await pointsOf(resolution);
        // Charts end at the last trade, which may be long ago.
        return recent.length > 0 ? recent : pointsOf('day1');
      },
    }),
  );
  const points = inRange(data, range).map(({ time, value }): Bar => {
    const price = numberFromAmount(value);
    return { time: Date.parse(time), open: price, high: price, low: price, close: price };
  });
  const { x, y } = scaleOf(points);
  const line = points.map(({ time, close }) => `${round(x(time))} ${y(close)}`).join('L');
  return (
    <Picture bars={points} unit={unit}>
      <path
        d={line && `M${line}`}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </Picture>
  );
}

const WIDTH = 1_000;
const HEIGHT = 1_000;

interface Bar {
  /** Milliseconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

interface PictureProps {
  readonly bars: readonly Bar[];
  readonly unit: string;
  readonly children: ReactNode;
}

function Picture({ bars, unit, children }: PictureProps) {
  const summary = summaryOf(bars, unit);
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height="90%"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {children}
      </svg>
      <p className="muted truncate" style={{ padding: '0 var(--gutter)' }}>
        {summary}
      </p>
    </>
  );
}

function summaryOf(bars: readonly Bar[], unit: string): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return '';
  const { dateTime } = timeLabels('utc', '1h');
  const period = `${dateTime(first.time / 1000)} to ${dateTime(last.time / 1000)} UTC`;
  const prices = { open: first.open, ...extremesOf(bars), close: last.close };
  return `${priceSummary(period, prices, unit)}, ${formatCount(String(bars.length))} values.`;
}

function extremesOf(bars: readonly Bar[]) {
  return { low: Math.min(...bars.map((bar) => bar.low)), high: Math.max(...bars.map((bar) => bar.high)) };
}

/** Returns those of the range up to the newest, oldest first. */
function inRange<Item extends { readonly time: string }>(
  newestFirst: readonly Item[],
  range: NamedRange,
): Item[] {
  const newest = Date.parse(newestFirst[0]?.time ?? '');
  const first = newest - rangeSeconds(range) * 1000;
  return newestFirst.filter(({ time }) => Date.parse(time) >= first).toReversed();
}

function barOf({ time, open, high, low, close }: Candle, quote: PriceUnit): Bar | undefined {
  const [o, h, l, c] = [open[quote], high[quote], low[quote], close[quote]];
  if (!o || !h || !l || !c) return undefined;
  return {
    time: Date.parse(time),
    open: numberFromAmount(o),
    high: numberFromAmount(h),
    low: numberFromAmount(l),
    close: numberFromAmount(c),
  };
}

/** Returns functions from times and prices to coordinates, with margins above and below as in charts. */
function scaleOf(items: readonly Bar[]) {
  const { low, high } = extremesOf(items);
  const [first = 0, last = 0] = [items[0]?.time, items.at(-1)?.time];
  const at = (value: number, from: number, to: number) => (to > from ? (value - from) / (to - from) : 0.5);
  return {
    x: (time: number) => WIDTH * 0.95 * at(time, first, last),
    y: (price: number) => round(HEIGHT * (0.8 - 0.7 * at(price, low, high))),
  };
}

function round(coordinate: number): number {
  return Math.round(coordinate * 10) / 10;
}
