import { Link } from '@tanstack/react-router';
import { toUserFriendly } from '#contract/address.ts';
import type { Market } from '#contract/market.ts';
import { useServiceClock } from '#web/api/service-clock.ts';
import { PriceFigure, SumFigure, Unknown } from '#web/components/figure.tsx';
import { Age } from '#web/components/moment.tsx';
import { cleanText } from '#web/lib/clean-text.ts';
import { type Faces, symbolOf } from './faces.ts';
import styles from './plain-table.module.css';

interface Props {
  readonly address: string;
  readonly markets: readonly Market[];
  readonly faces: Faces;
  /** Pool of the market whose ticks are shown. */
  readonly open: string;
}

export function MarketTable({ address, markets, faces, open }: Props) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label="Markets">
        <thead>
          <tr>
            <th scope="col">Pair</th>
            <th scope="col" className={styles.words}>
              Exchange
            </th>
            <th scope="col" className={styles.wide}>
              Price in counterpart
            </th>
            <th scope="col">Price TON</th>
            <th scope="col">Price USD</th>
            <th scope="col">Liquidity USD</th>
            <th scope="col">Last trade</th>
          </tr>
        </thead>
        <tbody>
          {markets.map((market) => (
            <MarketRow
              key={market.poolAddress}
              address={address}
              market={market}
              faces={faces}
              isOpen={market.poolAddress === open}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<Props, 'address' | 'faces'> {
  readonly market: Market;
  readonly isOpen: boolean;
}

function MarketRow({ address, market, faces, isOpen }: RowProps) {
  const now = useServiceClock();
  const { price, lastTransactionAt } = market;
  return (
    <tr className={isOpen ? styles.chosen : undefined} aria-current={isOpen}>
      <td>
        <Link
          to="/jetton/$address"
          params={{ address: toUserFriendly(address) }}
          search={{ market: toUserFriendly(market.poolAddress) }}
          replace
          resetScroll={false}
          title="Show the price ticks of this market"
        >
          <bdi>{symbolOf(address, faces)}</bdi> / <bdi>{symbolOf(market.counterpart, faces)}</bdi>
        </Link>
      </td>
      <td className={styles.words}>{cleanText(market.exchangeId)}</td>
      <td className={styles.wide}>
        <PriceFigure price={price.counterpart} />
      </td>
      <td>
        <PriceFigure price={price.ton} />
      </td>
      <td>
        <PriceFigure price={price.usd} />
      </td>
      <td>
        <SumFigure sum={market.liquidity.usd} />
      </td>
      <td>{lastTransactionAt ? <Age time={lastTransactionAt} now={now} /> : <Unknown />}</td>
    </tr>
  );
}
