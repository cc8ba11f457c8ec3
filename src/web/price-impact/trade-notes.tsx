import { useAgoText, useServiceClock } from '#web/api/client/service-clock.ts';
import { RelativeTime } from '#web/kit/display/relative-time.tsx';
import type { PoolModel } from './pool-model.ts';
import styles from './price-impact.module.css';
import { estimateText } from './price-impact-texts.ts';

interface Props {
  /** The pools that the result is based on. */
  readonly pools: readonly PoolModel[];
}

/** Age in milliseconds above which reserves are old. */
const OLD_AFTER_MS = 86_400_000;

/** Caveats of a result: estimated pools, the age of the reserves, missing fees. */
export function TradeNotes({ pools }: Props) {
  const now = useServiceClock();
  const ago = useAgoText();
  const times = pools.flatMap(({ market }) => market.liquidity.changedAt ?? []);
  const oldest = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
  const isOld = oldest !== undefined && now.getTime() - Date.parse(oldest) > OLD_AFTER_MS;
  const estimates = pools.filter(({ estimated }) => estimated !== undefined);
  return (
    <>
      {estimates.map(({ market, estimated }) => (
        <p key={market.poolAddress} className={styles.note} data-caution="">
          {estimated ? estimateText(estimated, market.type) : null}
        </p>
      ))}
      <p className={styles.note}>
        <span data-caution={isOld ? '' : undefined}>
          {oldest === undefined ? (
            'Age of the reserves unknown.'
          ) : (
            <>
              {pools.length > 1 ? 'Oldest reserves: ' : 'Reserves: '}
              <RelativeTime time={oldest} now={now} /> {ago}.
            </>
          )}
        </span>{' '}
        Without fees, which are unknown.
      </p>
    </>
  );
}
