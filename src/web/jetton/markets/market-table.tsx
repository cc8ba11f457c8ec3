import { useRef } from 'react';
import type { Currency } from '#contract/enums.ts';
import type { Market } from '#contract/market.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import type { Identities } from '#web/api/decoding/identities.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { useIsNarrow, useIsPhone } from '#web/kit/device/media.ts';
import { useVerifiedOriginals } from '#web/list/verified-originals.ts';
import { sumUnit } from '#web/money/amounts.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { MarketRow, type RowLayout, SecondaryLine } from './market-row.tsx';
import styles from './market-table.module.css';
import { useWindowRows } from './use-window-rows.ts';

interface Props {
  readonly currency: Currency;
  readonly address: string;
  readonly markets: readonly Market[];
  readonly identities: Identities;
  /** The market that spreads are relative to. */
  readonly deepest: Market | undefined;
  readonly isFullyLoaded: boolean;
  readonly onEndNear: () => void;
}

/** Pixels. */
const ROW_HEIGHTS: Readonly<Record<RowLayout, number>> = { wide: 32, narrow: 48, phone: 64 };
/** Visible columns. A cell that spans more would widen the table. */
const COLUMN_COUNTS: Readonly<Record<RowLayout, number>> = { wide: 10, narrow: 6, phone: 3 };

export function MarketTable({ currency, markets, isFullyLoaded, onEndNear, ...shared }: Props) {
  const now = useServiceClock();
  const originals = useVerifiedOriginals();
  const rate = useExchangeRate(currency);
  // Prices in the native coin have their own column.
  const priceRate = currency === 'ton' ? null : rate;
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const layout = isPhone ? 'phone' : isNarrow ? 'narrow' : 'wide';
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, last, above, below } = useWindowRows({
    body,
    count: markets.length,
    height: ROW_HEIGHTS[layout],
    onEndNear,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll it horizontally
    <section className="scroll-x" tabIndex={0} aria-label="Market table">
      <table
        className={styles.table}
        aria-label="Markets"
        aria-rowcount={isFullyLoaded ? markets.length + 1 : -1}
      >
        <MarketTableHeader layout={layout} unit={sumUnit(rate)} priceUnit={sumUnit(priceRate)} />
        <tbody ref={body}>
          <Spacer height={above} layout={layout} />
          {markets.slice(first, last + 1).map((market, index) => (
            <MarketRow
              key={market.poolAddress}
              market={market}
              index={first + index}
              now={now}
              originals={originals}
              rate={rate}
              priceRate={priceRate}
              layout={layout}
              {...shared}
            />
          ))}
          <Spacer height={below} layout={layout} />
        </tbody>
      </table>
    </section>
  );
}

/** Takes the space of rows that are not rendered. */
function Spacer({ height, layout }: { height: number; layout: RowLayout }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={COLUMN_COUNTS[layout]} style={{ height }} />
    </tr>
  );
}

interface HeaderProps {
  readonly layout: RowLayout;
  readonly unit: string;
  readonly priceUnit: string;
}

function MarketTableHeader({ layout, unit, priceUnit }: HeaderProps) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.pair}>
          Pair
          {layout === 'wide' ? null : <SecondaryLine>exchange, type</SecondaryLine>}
          {layout === 'phone' ? <SecondaryLine>price in quote</SecondaryLine> : null}
        </th>
        <th scope="col" className={styles.exchange}>
          Exchange
        </th>
        <th scope="col" className={styles.type}>
          Type
        </th>
        <th scope="col" className={styles.wide}>
          Price in quote
        </th>
        <th scope="col" className={styles.medium}>
          Price, {nativeCoin.symbol}
          {layout === 'narrow' ? <SecondaryLine>quote</SecondaryLine> : null}
        </th>
        <th scope="col">
          Price, {priceUnit}
          {layout === 'phone' ? (
            <>
              <SecondaryLine>spread</SecondaryLine>
              <SecondaryLine>price, {nativeCoin.symbol}</SecondaryLine>
            </>
          ) : null}
        </th>
        <th scope="col" className={styles.medium} title="Price difference from the deepest market">
          Spread
        </th>
        <th scope="col" className={styles.liquidity}>
          Liquidity, {unit}
          {layout === 'phone' ? (
            <>
              <SecondaryLine>last swap</SecondaryLine>
              <SecondaryLine>pool age</SecondaryLine>
            </>
          ) : null}
        </th>
        <th scope="col" className={styles.lastSwap}>
          Last swap
          {layout === 'narrow' ? <SecondaryLine>pool age</SecondaryLine> : null}
        </th>
        <th scope="col" className={styles.wide}>
          Age
        </th>
      </tr>
    </thead>
  );
}
