import type { ReactNode } from 'react';
import { type Amount, numberFromAmount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { countNoun, formatChange } from '#contract/format/format-numbers.ts';
import { splitLimits } from '#contract/pool-split.ts';
import { useAgoText, useServiceClock } from '#web/api/client/service-status.ts';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, FormattedPrice, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import { PoolLink } from '#web/kit/display/links.tsx';
import { currencyUnit } from '#web/money/native-coin.ts';
import { impactLevel } from './impact.ts';
import { feeText } from './paper-trades.ts';
import { fromCommon, type PoolModel, type PoolSplit } from './pool-model.ts';
import styles from './price-impact.module.css';
import { ESTIMATE_TEXT, leftOutText, type PoolNaming, poolText, shareText } from './price-impact-texts.ts';
import type { AmountUnit, TradeOutcome, TradeSide } from './trade.ts';

interface Props {
  readonly symbol: string;
  readonly currency: Currency;
  readonly side: TradeSide;
  readonly unit: AmountUnit;
  readonly hasAmount: boolean;
  /** Undefined without an amount, or if the trade is not possible. */
  readonly outcome: TradeOutcome | undefined;
  /** The pools that the parts of the outcome refer to. */
  readonly pools: readonly PoolModel[];
}

const DEFAULT_JETTON_DECIMALS = 9;
const CURRENCY_DECIMALS = 6;
/** Significant digits of amounts, enough to show a small impact. */
export const AMOUNT_DIGITS = 6;
/** Smaller differences are shown as "under 0.01%". */
const MIN_SHOWN_SHARE = 0.0001;
/** Larger amounts would overflow and are shortened. */
const MAX_LONG_AMOUNT = 1e12;

export function TradeResult({ symbol, currency, side, unit, hasAmount, outcome, pools }: Props) {
  const impossible = side === 'buy' && unit === 'jetton' ? 'More than the pools hold' : 'Too small to trade';
  const level = outcome && impactLevel(outcome.loss);
  const isBetter = outcome !== undefined && outcome.loss < -MIN_SHOWN_SHARE;
  return (
    <div>
      <p role="status" className={outcome ? styles.impact : styles.note} data-level={level}>
        {outcome ? (
          <>
            <span>Price impact</span> <strong>{changeText(outcome.averageChange)}</strong>
            <span>
              {`${level === 'low' ? '' : `, ${level}`}${isBetter ? ', better than in the deepest pool' : ''}`}
            </span>
          </>
        ) : hasAmount ? (
          impossible
        ) : (
          'Enter an amount to see its price impact'
        )}
      </p>
      {isBetter ? (
        <p className={styles.note} data-caution="">
          Another pool's last price is better than the deepest pool's. Arbitrage or fees can use up the
          difference.
        </p>
      ) : null}
      {outcome ? (
        <Outcome
          outcome={outcome}
          symbol={symbol}
          currency={currency}
          side={side}
          decimals={pools[0]?.market.liquidity.asset?.decimals ?? DEFAULT_JETTON_DECIMALS}
        />
      ) : null}
    </div>
  );
}

interface OutcomeProps extends Pick<Props, 'symbol' | 'currency' | 'side'> {
  readonly outcome: TradeOutcome;
  /** Decimals of the jetton. */
  readonly decimals: number;
}

function Outcome({ outcome, symbol, currency, side, decimals }: OutcomeProps) {
  const jettons = <WithUnit amount={fromCommon(outcome.jettons, decimals)} unit={symbol} />;
  const sum = (
    <WithUnit amount={fromCommon(outcome.currency, CURRENCY_DECIMALS)} unit={currencyUnit(currency)} />
  );
  return (
    <dl className={styles.facts}>
      <Fact label="You pay">{side === 'buy' ? sum : jettons}</Fact>
      <Fact label="You receive">{side === 'buy' ? jettons : sum}</Fact>
      <Fact label="Current price" title="Of the deepest of the pools, from its reserves">
        <Price price={outcome.currentPrice} currency={currency} />
      </Fact>
      <Fact label="Average price">
        <Price price={outcome.averagePrice} currency={currency} />
      </Fact>
      <Fact label="Price afterwards" title="Of the deepest of the pools">
        {changeText(outcome.afterChange)}
      </Fact>
    </dl>
  );
}

export function WithUnit({ amount, unit }: { readonly amount: Amount; readonly unit: string }) {
  return (
    <>
      {numberFromAmount(amount) < MAX_LONG_AMOUNT ? (
        <FormattedPrice price={amount} digits={AMOUNT_DIGITS} />
      ) : (
        <FormattedAmount amount={amount} />
      )}{' '}
      <bdi className="muted" translate="no">
        {unit}
      </bdi>
    </>
  );
}

function Price({ price, currency }: { readonly price: Amount; readonly currency: Currency }) {
  return (
    <>
      <FormattedPrice price={price} digits={5} />{' '}
      <span className="muted" translate="no">
        {currencyUnit(currency)}
      </span>
    </>
  );
}

function changeText(percent: number): string {
  const { text, direction } = formatChange(percent);
  return direction === 'flat' ? 'under 0.01%' : `${text}%`;
}

interface TradePartsProps {
  readonly address: string;
  readonly parts: TradeOutcome['parts'];
  /** The pools that the parts refer to. */
  readonly pools: readonly PoolModel[];
  readonly naming: PoolNaming;
}

/** Number of parts that are listed individually. */
const MAX_PARTS = 5;

/** The pools of a split with their shares of the jettons. */
export function TradeParts({ address, parts, pools, naming }: TradePartsProps) {
  const others = parts.slice(MAX_PARTS);
  const othersShare = others.reduce((sum, { share }) => sum + share, 0);
  return (
    <dl className={styles.facts} aria-label="Split">
      {parts.slice(0, MAX_PARTS).map(({ index, share }) => {
        const pool = pools[index];
        return pool ? (
          <Part key={pool.market.poolAddress} share={share}>
            <PoolLink address={address} poolAddress={pool.market.poolAddress}>
              <bdi translate="no">{poolText(pool, naming)}</bdi>
            </PoolLink>
          </Part>
        ) : null;
      })}
      {others.length > 0 ? <Part share={othersShare}>{countNoun(others.length, 'other pool')}</Part> : null}
    </dl>
  );
}

function Part({ share, children }: { readonly share: number; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{children}</dt>
      <dd>{shareText(share)}</dd>
    </div>
  );
}

interface TradeNotesProps {
  /** The pools that the result is based on. */
  readonly pools: readonly PoolModel[];
  /** In hundredths of a percent. Undefined for a result without fees. */
  readonly fee: number | undefined;
}

/** Caveats of a result: estimated pools, the age of the reserves, and what is known of fees. */
export function TradeNotes({ pools, fee }: TradeNotesProps) {
  const now = useServiceClock();
  const ago = useAgoText();
  const times = pools.flatMap(({ market }) => market.liquidity.changedAt ?? []);
  const oldest = times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
  const isOld = oldest !== undefined && now.getTime() - Date.parse(oldest) > splitLimits.reservesMaxAgeMs;
  const estimates = pools.filter(({ isEstimate }) => isEstimate);
  return (
    <>
      {estimates.map(({ market }) => (
        <p key={market.poolAddress} className={styles.note} data-caution="">
          {ESTIMATE_TEXT}
        </p>
      ))}
      <p className={styles.note}>
        <span data-caution={isOld ? '' : undefined}>
          {oldest === undefined ? (
            'Age of the reserves unknown.'
          ) : (
            <>
              <span>{pools.length > 1 ? 'Oldest reserves: ' : 'Reserves: '}</span>
              <RelativeTime time={oldest} now={now} /> <span>{`${ago}.`}</span>
            </>
          )}
        </span>{' '}
        <span>
          {fee === undefined ? 'Without fees, which are unknown.' : `After the fee of ${feeText(fee)}.`}
        </span>
      </p>
    </>
  );
}

interface LeftOutPoolsProps {
  readonly pools: PoolSplit['leftOut'];
  readonly naming: PoolNaming;
}

/** The pools that a calculation does not use, with the reasons. */
export function LeftOutPools({ pools, naming }: LeftOutPoolsProps) {
  if (pools.length === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>{`${countNoun(pools.length, 'pool')} left out`}</summary>
      <ul>
        {pools.map(({ pool, reason }) => (
          <li key={pool.market.poolAddress}>
            <bdi translate="no">{poolText(pool, naming)}</bdi>
            <span>{`: ${leftOutText(pool, reason)}`}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
