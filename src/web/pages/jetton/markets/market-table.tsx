import { useRef } from 'react';
import type { Market } from '#contract/market.ts';
import type { Faces } from '#web/api/decoding/identities.ts';
import { useServiceClock } from '#web/api/queries/service-clock.ts';
import { useNarrow, usePhone } from '#web/state/media.ts';
import { MarketRow, type RowLines, Under } from './market-row.tsx';
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

const HEIGHTS: Readonly<Record<RowLines, number>> = { one: 32, narrow: 48, phone: 64 };
/** As many as are seen: a cell over more would make room for them. */
const COLUMNS: Readonly<Record<RowLines, number>> = { one: 10, narrow: 6, phone: 3 };

export function MarketTable({ markets, isWhole, onEndNear, ...shared }: Props) {
  const now = useServiceClock();
  const isPhone = usePhone();
  const isNarrow = useNarrow();
  const lines = isPhone ? 'phone' : isNarrow ? 'narrow' : 'one';
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last, above, below } = useWindowRows({
    body,
    count: markets.length,
    height: HEIGHTS[lines],
    onEndNear,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is wider than the window
    <section className={styles.scroller} tabIndex={0} aria-label="Table of the markets">
      <table className={styles.table} aria-label="Markets" aria-rowcount={isWhole ? markets.length + 1 : -1}>
        <MarketHead lines={lines} />
        <tbody ref={body}>
          <Room height={above} lines={lines} />
          {markets.slice(first, last + 1).map((market, index) => (
            <MarketRow
              key={market.poolAddress}
              market={market}
              index={first + index}
              now={now}
              lines={lines}
              {...shared}
            />
          ))}
          <Room height={below} lines={lines} />
        </tbody>
      </table>
    </section>
  );
}

function Room({ height, lines }: { height: number; lines: RowLines }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={COLUMNS[lines]} style={{ height }} />
    </tr>
  );
}

function MarketHead({ lines }: { lines: RowLines }) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.pair}>
          Pair
          {lines === 'one' ? null : <Under>exchange, type</Under>}
          {lines === 'phone' ? <Under>price in counterpart</Under> : null}
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
          {lines === 'narrow' ? <Under>counterpart</Under> : null}
        </th>
        <th scope="col">
          Price USD
          {lines === 'phone' ? (
            <>
              <Under>spread</Under>
              <Under>price TON</Under>
            </>
          ) : null}
        </th>
        <th
          scope="col"
          className={styles.mid}
          title="How far its price stands from that of the deepest market"
        >
          Spread
        </th>
        <th scope="col" className={styles.depth}>
          Liquidity USD
          {lines === 'phone' ? (
            <>
              <Under>last trade</Under>
              <Under>pool’s age</Under>
            </>
          ) : null}
        </th>
        <th scope="col" className={styles.last}>
          Last trade
          {lines === 'narrow' ? <Under>pool’s age</Under> : null}
        </th>
        <th scope="col" className={styles.wide}>
          Age
        </th>
      </tr>
    </thead>
  );
}
