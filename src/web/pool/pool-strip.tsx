import { useQuery } from '@tanstack/react-query';
import type { Market } from '#contract/market.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { Fact } from '#web/kit/display/fact.tsx';
import {
  FormattedAmount,
  FormattedCount,
  RelativeTime,
  UnknownValue,
} from '#web/kit/display/formatted-values.tsx';
import { marketStatistics } from '#web/list/jetton-queries.ts';
import { periodLabels } from '#web/money/periods.ts';
import styles from './pool-header.module.css';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  /** Undefined while loading. */
  readonly market: Market | undefined;
}

/** The pool's most important values in one line: liquidity, activity of the last day (operation 14) and age. */
export function PoolStrip({ address, poolAddress, market }: Props) {
  const { data, isPending } = useQuery(marketStatistics(address, poolAddress));
  const now = useServiceClock();
  const day = periodLabels.day;
  return (
    <dl className={styles.strip} aria-label="Pool values" aria-busy={isPending || !market}>
      <Fact label="Liquidity, USD" title="Both sides of the pool">
        {market ? <FormattedAmount amount={market.liquidity.usd} /> : <>&nbsp;</>}
      </Fact>
      <Fact label={`Volume ${day}, USD`}>
        {isPending ? <>&nbsp;</> : <FormattedAmount amount={data?.volume.usd.day.current} />}
      </Fact>
      <Fact label={`Transactions ${day}`}>
        {isPending ? <>&nbsp;</> : <FormattedCount count={data?.transactions.day.current} />}
      </Fact>
      <Fact label={`Traders ${day}`}>
        {isPending ? <>&nbsp;</> : <FormattedCount count={data?.traders.day.current} />}
      </Fact>
      <Fact label="Age">{market ? <Age createdAt={market.createdAt} now={now} /> : <>&nbsp;</>}</Fact>
    </dl>
  );
}

function Age({ createdAt, now }: { createdAt: string | undefined; now: Date }) {
  return createdAt === undefined ? <UnknownValue /> : <RelativeTime time={createdAt} now={now} />;
}
