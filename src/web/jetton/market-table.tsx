import { type MouseEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { TON_ADDRESS } from '#contract/address.ts';
import type { Currency } from '#contract/enums.ts';
import { exchangeName, poolTypeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { isInactive } from '#web/jetton/header/figures.ts';
import { scaled, useIsNarrow, useIsPhone } from '#web/kit/device/media.ts';
import { isForElsewhere, openElsewhere, rowLinkEvents } from '#web/kit/device/row-link.ts';
import { renderedRange, useRowsInSight } from '#web/kit/device/rows-in-sight.ts';
import {
  FormattedAmount,
  FormattedPrice,
  PercentChange,
  RelativeTime,
} from '#web/kit/display/formatted-values.tsx';
import { PairLink } from '#web/kit/display/links.tsx';
import { SpacerRow } from '#web/kit/display/live-rows.tsx';
import { useVerifiedOriginals } from '#web/list/related-jettons.ts';
import { type ExchangeRate, sumUnit } from '#web/money/amounts.ts';
import { convertedPrice, convertedSum } from '#web/money/converted-amounts.ts';
import { nativeCoin } from '#web/money/native-coin.ts';
import { priceSpread } from '#web/money/price-spread.ts';
import { type Originals, quoteWarning } from '#web/untrusted/look-alike.ts';
import styles from './markets.module.css';

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

/** Pixels at the default font size. */
const ROW_HEIGHTS: Readonly<Record<RowLayout, number>> = { wide: 32, narrow: 48, phone: 64 };
/** Visible columns. */
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
    height: scaled(ROW_HEIGHTS[layout]),
    onEndNear,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need focus to scroll it horizontally
    <section className="scroll-x" tabIndex={0} aria-label="Market table">
      <table
        className={styles.table}
        aria-label="Markets"
        translate="no"
        aria-rowcount={isFullyLoaded ? markets.length + 1 : -1}
      >
        <MarketTableHeader layout={layout} unit={sumUnit(rate)} priceUnit={sumUnit(priceRate)} />
        <tbody ref={body}>
          <SpacerRow height={above} columns={COLUMN_COUNTS[layout]} />
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
          <SpacerRow height={below} columns={COLUMN_COUNTS[layout]} />
        </tbody>
      </table>
    </section>
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

/** `wide`: one line, all columns. `narrow` and `phone`: two and three lines; extra lines replace hidden columns. */
type RowLayout = 'wide' | 'narrow' | 'phone';

type Rate = ExchangeRate | null | undefined;

interface MarketRowProps {
  readonly address: string;
  readonly market: Market;
  readonly identities: Identities;
  readonly originals: Originals;
  /** The market that spreads are relative to. */
  readonly deepest: Market | undefined;
  /** Of liquidity and prices, which are in USD without one. */
  readonly rate: Rate;
  readonly priceRate: Rate;
  readonly index: number;
  readonly now: Date;
  readonly layout: RowLayout;
}

function MarketRow(props: MarketRowProps) {
  const { address, market, identities, originals, deepest, rate, priceRate, index, now, layout } = props;
  const { price, lastTransactionAt, createdAt } = market;
  const exchange = exchangeName(market.exchangeId);
  const type = poolTypeName(market.type);
  const quote = identities.get(market.counterpart);
  const quoteSymbol = symbolOf(market.counterpart, identities);
  const spread = <Spread market={market} deepest={deepest} />;
  // Prices in TON have their own column.
  const priceInQuote =
    market.counterpart === TON_ADDRESS ? null : (
      <SecondaryLine>
        <FormattedPrice price={price.counterpart} /> <bdi>{quoteSymbol}</bdi>
      </SecondaryLine>
    );
  return (
    <tr
      className={styles.row}
      {...rowLinkEvents(rowLink)}
      onClick={followRowLink}
      aria-rowindex={index + 2}
      data-inactive={isInactive(market, now) || undefined}
      title={isInactive(market, now) ? 'No swaps for 24 hours or longer' : undefined}
    >
      <td className={styles.pair}>
        <PairLink
          address={address}
          poolAddress={market.poolAddress}
          warning={quote && quoteWarning(quote, originals)}
        >
          <bdi>{symbolOf(address, identities)}</bdi> / <bdi>{quoteSymbol}</bdi>
        </PairLink>
        {layout === 'wide' ? null : (
          <SecondaryLine>
            {exchange}, {type}
          </SecondaryLine>
        )}
        {layout === 'phone' ? priceInQuote : null}
      </td>
      <td className={styles.exchange}>{exchange}</td>
      <td className={styles.type}>{type}</td>
      <td className={styles.wide}>
        <FormattedPrice price={price.counterpart} />
      </td>
      <td className={styles.medium}>
        <FormattedPrice price={price.ton} />
        {layout === 'narrow' ? priceInQuote : null}
      </td>
      <td>
        <FormattedPrice price={convertedPrice(price.usd, priceRate)} />
        {layout === 'phone' ? (
          <>
            <SecondaryLine>{spread}</SecondaryLine>
            <SecondaryLine>
              <FormattedPrice price={price.ton} />
            </SecondaryLine>
          </>
        ) : null}
      </td>
      <td className={styles.medium}>{spread}</td>
      <td className={styles.liquidity}>
        <FormattedAmount amount={convertedSum(market.liquidity.usd, rate)} />
        {layout === 'phone' ? (
          <>
            <SecondaryLine>
              <RelativeTime time={lastTransactionAt} now={now} />
            </SecondaryLine>
            <SecondaryLine>
              <RelativeTime time={createdAt} now={now} />
            </SecondaryLine>
          </>
        ) : null}
      </td>
      <td className={styles.lastSwap}>
        <RelativeTime time={lastTransactionAt} now={now} />
        {layout === 'narrow' ? (
          <SecondaryLine>
            <RelativeTime time={createdAt} now={now} />
          </SecondaryLine>
        ) : null}
      </td>
      <td className={styles.wide}>
        <RelativeTime time={createdAt} now={now} />
      </td>
    </tr>
  );
}

/** A smaller line below the main content of a cell. */
function SecondaryLine({ children }: { children: ReactNode }) {
  return <span className="subline">{children}</span>;
}

function Spread({ market, deepest }: Pick<MarketRowProps, 'market' | 'deepest'>) {
  if (deepest?.poolAddress === market.poolAddress) return <span className="muted">deepest</span>;
  const percent = deepest && priceSpread(market, deepest);
  return <PercentChange change={percent === undefined ? undefined : { percent }} />;
}

/** Makes the whole row clickable: forwards clicks to its link. */
function followRowLink(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (isForElsewhere(event)) openElsewhere(event, rowLink);
  else if (target instanceof Element && !target.closest('a')) currentTarget.querySelector('a')?.click();
}

function rowLink(target: Element): HTMLAnchorElement | null | undefined {
  return target.closest('tr')?.querySelector('a');
}

const OVERSCAN = 24;
/** Rows left below the last rendered one at which the next page is requested. */
const PREFETCH_ROWS = 20;

interface Options {
  readonly body: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly height: number;
  readonly onEndNear: () => void;
}

/**
 * Virtualizes the rows of a table that scrolls with the page. Returns the indexes of the first and last row to render
 * and the heights of the space above and below them, in pixels.
 */
function useWindowRows({ body, count, height, onEndNear }: Options) {
  const [inSight] = useRowsInSight({ element: body, scrollsPage: true, rowHeight: height });
  const { first, last } = renderedRange(inSight, count, OVERSCAN);
  const isEndNear = last >= count - PREFETCH_ROWS;
  useLayoutEffect(() => {
    if (isEndNear && isEndInReach(body.current)) onEndNear();
  });
  return { first, last, above: first * height, below: (count - 1 - last) * height };
}

function isEndInReach(body: HTMLElement | null): boolean {
  return body !== null && body.getBoundingClientRect().bottom < innerHeight * 2;
}
