import { type Amount, numberFromAmount } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { formatChange } from '#contract/format/format-numbers.ts';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, FormattedPrice } from '#web/kit/display/formatted-number.tsx';
import { currencyUnit } from '#web/money/native-coin.ts';
import { impactLevel } from './impact.ts';
import { fromCommon, type PoolModel } from './pool-model.ts';
import styles from './price-impact.module.css';
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
const AMOUNT_DIGITS = 6;
/** Smaller differences are shown as "under 0.01%". */
const MIN_SHOWN_SHARE = 0.0001;
/** Larger amounts would overflow and are shortened. */
const MAX_LONG_AMOUNT = 1e12;

export function TradeResult({ symbol, currency, side, unit, hasAmount, outcome, pools }: Props) {
  const impossible = side === 'buy' && unit === 'jetton' ? 'More than the pools hold' : 'Too small to trade';
  const level = outcome && impactLevel(outcome.loss);
  return (
    <div>
      <p role="status" className={outcome ? styles.impact : styles.note} data-level={level}>
        {outcome ? (
          <>
            Price impact <strong>{changeText(outcome.averageChange)}</strong>
            {level === 'low' ? null : `, ${level}`}
            {outcome.loss < -MIN_SHOWN_SHARE ? ', better than in the deepest pool' : null}
          </>
        ) : hasAmount ? (
          impossible
        ) : (
          'Enter an amount to see its price impact'
        )}
      </p>
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

function WithUnit({ amount, unit }: { readonly amount: Amount; readonly unit: string }) {
  return (
    <>
      {numberFromAmount(amount) < MAX_LONG_AMOUNT ? (
        <FormattedPrice price={amount} digits={AMOUNT_DIGITS} />
      ) : (
        <FormattedAmount amount={amount} />
      )}{' '}
      <bdi className="muted">{unit}</bdi>
    </>
  );
}

function Price({ price, currency }: { readonly price: Amount; readonly currency: Currency }) {
  return (
    <>
      <FormattedPrice price={price} digits={5} /> <span className="muted">{currencyUnit(currency)}</span>
    </>
  );
}

function changeText(percent: number): string {
  const { text, direction } = formatChange(percent);
  return direction === 'flat' ? 'under 0.01%' : `${text}%`;
}
