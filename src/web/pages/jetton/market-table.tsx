import { Link } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { Market } from '#contract/market.ts';
import { cleanText } from '#contract/text/clean-text.ts';
import { type Faces, symbolOf } from '#web/api/faces.ts';
import { useServiceClock } from '#web/api/service-clock.ts';
import { Change } from '#web/components/change.tsx';
import { PriceFigure, SumFigure, Unknown } from '#web/components/figure.tsx';
import { Age } from '#web/components/moment.tsx';
import { isSilent, marketTypeText, spreadOf } from './compared-markets.ts';
import styles from './market-table.module.css';
import { useWindowRows } from './use-window-rows.ts';

interface Props {
  readonly address: string;
  readonly markets: readonly Market[];
  readonly faces: Faces;
  /** The one that the others are compared with. */
  readonly deepest: Market | undefined;
  readonly isWhole: boolean;
  readonly onEndNear: () => void;
}

const ROW = 32;

export function MarketTable({ markets, isWhole, onEndNear, ...shared }: Props) {
  const now = useServiceClock();
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last, above, below } = useWindowRows({
    body,
    count: markets.length,
    height: ROW,
    onEndNear,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is wider than the window
    <section className={styles.scroller} tabIndex={0} aria-label="Table of the markets">
      <table className={styles.table} aria-label="Markets" aria-rowcount={isWhole ? markets.length + 1 : -1}>
        <MarketHead />
        <tbody ref={body}>
          <Room height={above} />
          {markets.slice(first, last + 1).map((market, index) => (
            <MarketRow key={market.poolAddress} market={market} index={first + index} now={now} {...shared} />
          ))}
          <Room height={below} />
        </tbody>
      </table>
    </section>
  );
}

function Room({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={10} style={{ height }} />
    </tr>
  );
}

function MarketHead() {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.pair}>
          Pair
        </th>
        <th scope="col" className={styles.words}>
          Exchange
        </th>
        <th scope="col" className={styles.type}>
          Type
        </th>
        <th scope="col" className={styles.wide}>
          Price in counterpart
        </th>
        <th scope="col" className={styles.mid}>
          Price TON
        </th>
        <th scope="col">Price USD</th>
        <th
          scope="col"
          className={styles.mid}
          title="How far its price stands from that of the deepest market"
        >
          Spread
        </th>
        <th scope="col">Liquidity USD</th>
        <th scope="col">Last trade</th>
        <th scope="col" className={styles.wide}>
          Age
        </th>
      </tr>
    </thead>
  );
}

interface RowProps extends Pick<Props, 'address' | 'faces' | 'deepest'> {
  readonly market: Market;
  readonly index: number;
  readonly now: Date;
}

function MarketRow({ address, market, faces, deepest, index, now }: RowProps) {
  const { price, lastTransactionAt, createdAt } = market;
  return (
    <tr
      className={styles.row}
      onClick={follow}
      aria-rowindex={index + 2}
      data-silent={isSilent(market, now) || undefined}
      title={isSilent(market, now) ? 'Nobody has traded here for a day' : undefined}
    >
      <td className={styles.pair}>
        <Link
          to="/jetton/$address/pool/$poolAddress"
          params={{ address: toUserFriendly(address), poolAddress: toUserFriendly(market.poolAddress) }}
        >
          <bdi>{symbolOf(address, faces)}</bdi> / <bdi>{symbolOf(market.counterpart, faces)}</bdi>
        </Link>
      </td>
      <td className={styles.words}>{cleanText(market.exchangeId)}</td>
      <td className={styles.type}>{cleanText(marketTypeText(market.type))}</td>
      <td className={styles.wide}>
        <PriceFigure price={price.counterpart} />
      </td>
      <td className={styles.mid}>
        <PriceFigure price={price.ton} />
      </td>
      <td>
        <PriceFigure price={price.usd} />
      </td>
      <td className={styles.mid}>
        {deepest?.poolAddress === market.poolAddress ? (
          <span className={styles.deepest}>deepest</span>
        ) : (
          <Change percent={deepest && spreadOf(market, deepest)} />
        )}
      </td>
      <td>
        <SumFigure sum={market.liquidity.usd} />
      </td>
      <td>{lastTransactionAt ? <Age time={lastTransactionAt} now={now} /> : <Unknown />}</td>
      <td className={styles.wide}>{createdAt ? <Age time={createdAt} now={now} /> : <Unknown />}</td>
    </tr>
  );
}

/** The whole row leads where its link does. */
function follow({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && !target.closest('a')) currentTarget.querySelector('a')?.click();
}
