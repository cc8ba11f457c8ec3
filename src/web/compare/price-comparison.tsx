import { useQueries } from '@tanstack/react-query';
import { numberFromAmount } from '#contract/amount.ts';
import { useErrorText } from '#web/api/client/error-notice.tsx';
import { notInPlan, type PlanResult } from '#web/api/client/plan.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { baseUnitOf } from '#web/money/currencies.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import styles from './compare-page.module.css';
import { type PriceLine, priceLine } from './compared-prices.ts';
import type { Comparison, ComparisonScale } from './comparison-link.ts';
import { type ComparedJetton, symbolOf } from './comparison-table.tsx';
import { evenTimestamps, indexedLine, type NamedLine, type PricePoint } from './indexed-line.ts';
import { LineChart } from './line-chart.tsx';

/** Points per line. */
const TIMESTAMP_COUNT = 241;

interface Props {
  readonly jettons: readonly ComparedJetton[];
  readonly comparison: Comparison;
  readonly onScale: (scale: ComparisonScale) => void;
}

/** Chart of the prices, indexed to 100 at the start of the period. */
export function PriceLines({ jettons, comparison: { currency, period, scale }, onScale }: Props) {
  const results = useQueries({
    // Wait until the jetton is known to exist.
    queries: jettons.map(({ address, jetton }) => ({
      ...priceLine(address, period),
      enabled: jetton !== undefined,
    })),
  });
  const lines = results.map(({ data }) => data);
  const unit = baseUnitOf(currency);
  const { timestamps, values, starts } = indexLines(lines, unit);
  const named = jettons.map(
    (compared, index): NamedLine => ({
      address: compared.address,
      symbol: symbolOf(compared),
      values: values[index] ?? [],
      startsAt: starts[index],
      missing: missingText(lines[index], results[index]?.error ?? null, values[index]),
    }),
  );
  const failed = results.filter(({ isError }) => isError);
  const errorText = useErrorText(failed[0]?.error);
  return (
    <section className={styles.lines} aria-label="Prices indexed to 100">
      <h2>
        <span>{`Price in ${currencyUnit(unit)}, start = 100`}</span>{' '}
        <small>
          {`deepest market of each jetton, UTC${unit === 'usd' ? '; valued at the time of each trade' : ''}${
            unit === currency ? '' : `; no price history in ${currencyUnit(currency)}`
          }`}
        </small>
      </h2>
      <LineChart timestamps={timestamps} lines={named} period={period} scaleType={scale} onScale={onScale} />
      {failed.length > 0 ? (
        <p role="alert" className={styles.error}>
          <span>{errorText}</span>{' '}
          <Button
            onClick={() => {
              for (const { refetch } of failed) void refetch();
            }}
          >
            Retry
          </Button>
        </p>
      ) : null}
    </section>
  );
}

type LineResult = PlanResult<PriceLine> | undefined;

/** Samples all lines at the same timestamps. */
function indexLines(lines: readonly LineResult[], unit: 'ton' | 'usd') {
  const available = lines.map((line) => (typeof line === 'object' ? line : undefined));
  const loaded = available.filter((line) => line !== undefined);
  const from = Math.max(...loaded.map((line) => line.from));
  const to = Math.max(...loaded.map((line) => line.to));
  const timestamps = loaded.length === 0 ? [] : evenTimestamps(from, to, TIMESTAMP_COUNT);
  const points = available.map((line) => line && pointsOf(line, unit));
  return {
    timestamps,
    values: points.map((line) => line && indexedLine(line, timestamps)),
    starts: points.map((line) => startOf(line ?? [], from)),
  };
}

/** Returns the time of the first price, or undefined if it is the price at `from`. */
function startOf(points: readonly PricePoint[], from: number): number | undefined {
  const time = points.find(({ price }) => price > 0)?.time;
  return time !== undefined && time > from ? time : undefined;
}

function pointsOf({ ticks }: PriceLine, unit: 'ton' | 'usd') {
  return ticks.flatMap(({ time, value }) => {
    const price = value[unit];
    return price === undefined ? [] : [{ time: Date.parse(time), price: numberFromAmount(price) }];
  });
}

/** Returns the text to show instead of a value, or undefined if the line has values. */
function missingText(
  line: LineResult,
  error: Error | null,
  values: readonly (number | undefined)[] | undefined,
): string | undefined {
  if (line === notInPlan) return 'not in this plan';
  if (line === undefined) return error ? "couldn't load" : 'loading…';
  return values?.some((value) => value !== undefined) ? undefined : 'no price';
}
