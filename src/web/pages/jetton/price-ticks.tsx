import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { TON_ADDRESS } from '#contract/address.ts';
import type { Market, PriceTick } from '#contract/market.ts';
import { faultText } from '#web/api/fault-text.ts';
import { marketPriceHistory, marketStatistics } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { PriceFigure } from '#web/components/figure.tsx';
import { ListEnd } from '#web/components/list-end.tsx';
import { Notice } from '#web/components/notice.tsx';
import { cleanText } from '#web/lib/clean-text.ts';
import { countText } from '#web/lib/count-text.ts';
import { secondText } from '#web/lib/time-text.ts';
import { type Faces, symbolOf } from './faces.ts';
import styles from './plain-table.module.css';

const DIGITS = 6;

interface Props {
  readonly address: string;
  readonly market: Market;
  readonly faces: Faces;
}

export function PriceTicks({ address, market, faces }: Props) {
  const list = useInfiniteQuery(marketPriceHistory(address, market.poolAddress));
  const counterpart = symbolOf(market.counterpart, faces);
  if (list.isPending) return null;
  if (!list.data) {
    return (
      <Notice title="The price ticks did not come" text={faultText(list.error)}>
        <Button onClick={() => void list.refetch()}>Retry</Button>
      </Notice>
    );
  }
  const ticks = list.data.pages.flatMap((page) => page.items);
  return (
    <>
      <div className={styles.title}>
        <h2>
          Price ticks, <bdi>{counterpart}</bdi> on {cleanText(market.exchangeId)}
        </h2>
        <SwapCount address={address} poolAddress={market.poolAddress} />
      </div>
      <TickTable ticks={ticks} counterpart={counterpart} inTon={market.counterpart === TON_ADDRESS} />
      <ListEnd
        count={ticks.length}
        things="price ticks"
        more={list.hasNextPage}
        loading={list.isFetchingNextPage}
        fault={list.isFetchNextPageError ? faultText(list.error) : undefined}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  );
}

function SwapCount({ address, poolAddress }: { address: string; poolAddress: string }) {
  const { data } = useQuery(marketStatistics(address, poolAddress));
  if (!data) return null;
  return (
    <p className={styles.said}>
      {countText(data.transactions.month.current)} swaps in 30 days. Dust gives no price.
    </p>
  );
}

interface TickTableProps {
  readonly ticks: readonly PriceTick[];
  readonly counterpart: string;
  /** Whether prices in the counterpart are prices in TON. */
  readonly inTon: boolean;
}

function TickTable({ ticks, counterpart, inTon }: TickTableProps) {
  return (
    <table className={`${styles.table} ${styles.narrow}`} aria-label="Price ticks">
      <thead>
        <tr>
          <th scope="col">Time UTC</th>
          {inTon ? null : (
            <th scope="col">
              Price <bdi>{counterpart}</bdi>
            </th>
          )}
          <th scope="col" className={inTon ? undefined : styles.wide}>
            Price TON
          </th>
          <th scope="col">Price USD</th>
        </tr>
      </thead>
      <tbody>
        {ticks.map((tick) => (
          <TickRow key={`${tick.time} ${tick.timeLt}`} tick={tick} inTon={inTon} />
        ))}
      </tbody>
    </table>
  );
}

const TickRow = memo(function TickRow({ tick: { time, value }, inTon }: { tick: PriceTick; inTon: boolean }) {
  return (
    <tr>
      <td>{secondText(new Date(time))}</td>
      {inTon ? null : (
        <td>
          <PriceFigure price={value.counterpart} digits={DIGITS} />
        </td>
      )}
      <td className={inTon ? undefined : styles.wide}>
        <PriceFigure price={value.ton} digits={DIGITS} />
      </td>
      <td>
        <PriceFigure price={value.usd} digits={DIGITS} />
      </td>
    </tr>
  );
});
