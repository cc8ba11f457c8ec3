import { useQueries } from '@tanstack/react-query';
import { type Amount, decimalFromAmount } from '#contract/amount.ts';
import { type PriceLine, priceLine } from '#web/api/queries/price-line.ts';
import { faultText } from '#web/api/transport/error-text.ts';
import { notOnPlan, type OnPlan } from '#web/api/transport/plan.ts';
import { Button } from '#web/components/controls/button.tsx';
import { indexedLine, momentsOf } from '#web/lib/numbers/indexed-line.ts';
import type { Comparison } from '#web/url/compare.ts';
import styles from './compare-page.module.css';
import { type ComparedJetton, symbolOf } from './compared-jetton.ts';
import { LineChart, type NamedLine } from './line-chart.tsx';

/** Of one drawing; more could not be told apart. */
const MOMENTS = 241;

interface Props {
  readonly jettons: readonly ComparedJetton[];
  readonly comparison: Comparison;
}

/** The prices as lines that begin at 100. */
export function PriceLines({ jettons, comparison: { currency, period } }: Props) {
  const answers = useQueries({
    // Of one that the list does not have there is no line to be asked for.
    queries: jettons.map(({ address, jetton }) => ({
      ...priceLine(address, period),
      enabled: jetton !== undefined,
    })),
  });
  const lines = answers.map(({ data }) => data);
  const unit = currency === 'ton' ? 'ton' : 'usd';
  const { moments, values } = indexed(lines, unit);
  const named = jettons.map(
    (compared, index): NamedLine => ({
      address: compared.address,
      symbol: symbolOf(compared),
      values: values[index] ?? [],
      missing: missingText(lines[index], answers[index]?.error ?? null, values[index]),
    }),
  );
  const failed = answers.filter(({ isError }) => isError);
  return (
    <section className={styles.lines} aria-label="Prices indexed to 100">
      <h2>
        Price in {unit.toUpperCase()}, start = 100 <small>deepest market of each, times UTC</small>
      </h2>
      <LineChart moments={moments} lines={named} period={period} />
      {failed.length > 0 ? (
        <p role="alert" className={styles.fault}>
          {failed[0]?.error ? faultText(failed[0].error) : null}{' '}
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

type Answered = OnPlan<PriceLine> | undefined;

/** All on the same moments, so that they can be read across. */
function indexed(lines: readonly Answered[], unit: 'ton' | 'usd') {
  const known = lines.map((line) => (typeof line === 'object' ? line : undefined));
  const spans = known.filter((line) => line !== undefined);
  const from = Math.max(...spans.map((line) => line.from));
  const to = Math.max(...spans.map((line) => line.to));
  const moments = spans.length === 0 ? [] : momentsOf(from, to, MOMENTS);
  return { moments, values: known.map((line) => line && indexedLine(pointsOf(line, unit), moments)) };
}

function pointsOf({ ticks }: PriceLine, unit: 'ton' | 'usd') {
  return ticks.flatMap(({ time, value }) => {
    const price = value[unit];
    return price === undefined ? [] : [{ at: Date.parse(time), price: numberOf(price) }];
  });
}

function numberOf(price: Amount): number {
  return Number(decimalFromAmount(price));
}

/** In place of a line. */
function missingText(
  line: Answered,
  error: Error | null,
  values: readonly (number | undefined)[] | undefined,
): string | undefined {
  if (line === notOnPlan) return 'n/a on this plan';
  if (line === undefined) return error ? 'did not come' : 'loading…';
  return values?.some((value) => value !== undefined) ? undefined : 'no price in this period';
}
