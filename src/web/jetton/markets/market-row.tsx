import type { MouseEvent, ReactNode } from 'react';
import { TON_ADDRESS } from '#contract/address.ts';
import { exchangeName, poolTypeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import {
  FormattedAmount,
  FormattedPrice,
  PercentChange,
  RelativeTime,
  UnknownValue,
} from '#web/kit/display/formatted-values.tsx';
import { PairLink } from '#web/kit/display/links.tsx';
import type { ExchangeRate } from '#web/money/amounts.ts';
import { convertedPrice, convertedSum } from '#web/money/converted-amounts.ts';
import { priceSpread } from '#web/money/price-spread.ts';
import { type Originals, quoteWarning } from '#web/untrusted/look-alike.ts';
import { isInactive } from './market-comparison.ts';
import styles from './market-table.module.css';

/** `wide`: one line, all columns. `narrow` and `phone`: two and three lines; extra lines replace hidden columns. */
export type RowLayout = 'wide' | 'narrow' | 'phone';

type Rate = ExchangeRate | null | undefined;

interface Props {
  readonly address: string;
  readonly market: Market;
  readonly identities: Identities;
  readonly originals: Originals<ListedJetton>;
  /** The market that spreads are relative to. */
  readonly deepest: Market | undefined;
  /** Of liquidity and prices, which are in USD without one. */
  readonly rate: Rate;
  readonly priceRate: Rate;
  readonly index: number;
  readonly now: Date;
  readonly layout: RowLayout;
}

export function MarketRow(props: Props) {
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
              <AgeOrUnknown time={lastTransactionAt} now={now} />
            </SecondaryLine>
            <SecondaryLine>
              <AgeOrUnknown time={createdAt} now={now} />
            </SecondaryLine>
          </>
        ) : null}
      </td>
      <td className={styles.lastSwap}>
        <AgeOrUnknown time={lastTransactionAt} now={now} />
        {layout === 'narrow' ? (
          <SecondaryLine>
            <AgeOrUnknown time={createdAt} now={now} />
          </SecondaryLine>
        ) : null}
      </td>
      <td className={styles.wide}>
        <AgeOrUnknown time={createdAt} now={now} />
      </td>
    </tr>
  );
}

/** A smaller line below the main content of a cell. */
export function SecondaryLine({ children }: { children: ReactNode }) {
  return <span className={styles.secondary}>{children}</span>;
}

function Spread({ market, deepest }: Pick<Props, 'market' | 'deepest'>) {
  if (deepest?.poolAddress === market.poolAddress) return <span className="muted">deepest</span>;
  const percent = deepest && priceSpread(market, deepest);
  return <PercentChange change={percent === undefined ? undefined : { percent }} />;
}

function AgeOrUnknown({ time, now }: { time: string | undefined; now: Date }) {
  return time === undefined ? <UnknownValue /> : <RelativeTime time={time} now={now} />;
}

/** Makes the whole row clickable: forwards clicks to its link. */
function followRowLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && !target.closest('a')) currentTarget.querySelector('a')?.click();
}
