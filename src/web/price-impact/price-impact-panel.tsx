import { type ReactNode, useId, useState } from 'react';
import { amountFromDecimal, compareAmounts } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import { Button } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { formatShortNumber, parseShortNumber } from '#web/list/filter-values.ts';
import { fullAmountText } from '#web/money/amounts.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { Holding, PaperOrder } from './paper-order.tsx';
import { usePaperHolding } from './paper-queries.ts';
import { type PoolModel, splitPools } from './pool-model.ts';
import styles from './price-impact.module.css';
import { leftOutText, type PoolNaming, poolText } from './price-impact-texts.ts';
import { type AmountUnit, givenAmount, type Trade, type TradeSide, tradeOutcome } from './trade.ts';
import { LeftOutPools, TradeNotes, TradeParts, TradeResult } from './trade-result.tsx';
import { usePoolModels } from './use-pool-models.ts';

export interface PriceImpactProps {
  readonly address: string;
  readonly identity: JettonIdentity | undefined;
  readonly currency: Currency;
  /** The pool that is selected first. Default: the best split among all loaded pools. */
  readonly poolAddress?: string;
}

/** Value of the first amount, in USD. */
const FIRST_AMOUNT = 1000;
/** Choice of the best split. No pool has this address. */
const SPLIT = 'split';
/** Of trades on paper, in hundredths of a percent. */
const FIRST_FEE = 30;

/** Amount, side and pools of a trade, and its price impact. */
export function PriceImpactPanel({ currency: requested, ...props }: PriceImpactProps) {
  const { address, poolAddress } = props;
  const { pools, identities, currency, usdRate, error, refetch } = usePoolModels(
    address,
    poolAddress,
    requested,
  );
  const naming = { identities, rate: useExchangeRate(requested) };
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  if (!pools) return <p className={styles.note}>Loading pools…</p>;
  if (pools.length === 0) return <p className={styles.note}>No pools found</p>;
  return <Calculator {...props} pools={pools} currency={currency} usdRate={usdRate} naming={naming} />;
}

interface CalculatorProps extends PriceImpactProps {
  /** At least one, deepest first. */
  readonly pools: readonly PoolModel[];
  /** Value of 1 USD in the currency. Undefined if the rate is unknown. */
  readonly usdRate: number | undefined;
  readonly naming: PoolNaming;
}

function Calculator({ address, identity, currency, poolAddress, pools, usdRate, naming }: CalculatorProps) {
  const [side, setSide] = useState<TradeSide>('buy');
  const [unit, setUnit] = useState<AmountUnit>('currency');
  const [input, setInput] = useState<string>();
  const [choice, setChoice] = useState<string | undefined>(poolAddress);
  const [isPaper, setPaper] = useState(false);
  const [paperFee, setPaperFee] = useState(FIRST_FEE);
  const calculable = pools.filter(({ depth }) => depth !== undefined);
  const { included, leftOut } = splitPools(pools);
  const own = pools.find(({ market }) => market.poolAddress === poolAddress);
  const choices = [
    // A trade on paper is in one pool.
    ...(included.length > 1 && !isPaper ? [[SPLIT, `Best split, ${included.length} pools`] as const] : []),
    ...pools
      .filter((pool) => pool.depth !== undefined || pool === own)
      .map((pool) => [pool.market.poolAddress, poolLabel(pool, naming)] as const),
  ];
  const preferred = [choice, isPaper ? included[0]?.market.poolAddress : SPLIT];
  const chosen =
    preferred.find((value) => choices.some(([offered]) => offered === value)) ?? choices[0]?.[0] ?? SPLIT;
  const isSplit = chosen === SPLIT;
  const used = isSplit ? included : calculable.filter(({ market }) => market.poolAddress === chosen);
  const text = input ?? firstAmount(usdRate);
  const decimal = parseShortNumber('sum', text);
  const amount = decimal === undefined || decimal === '0' ? undefined : amountFromDecimal(decimal);
  const symbol = identity?.symbol ?? 'Jetton';
  const single = used.length === 1 ? used[0] : undefined;
  const canOrder = isPaper && single !== undefined && !single.isEstimate;
  const fee = canOrder ? paperFee : undefined;
  const trade: Trade | undefined = amount && { side, unit, amount, fee };
  const outcome =
    trade &&
    tradeOutcome(
      used.flatMap(({ depth }) => depth ?? []),
      trade,
    );
  const usedInTrade = outcome ? outcome.parts.flatMap(({ index }) => used[index] ?? []) : used;
  const holding = usePaperHolding(address, isPaper ? single?.market.poolAddress : undefined);
  const given = trade && outcome && single && givenAmount(single, trade, outcome);
  const isSale = isPaper && side === 'sell';
  const isTooMuch = isSale && given !== undefined && compareAmounts(given, holding.sellable) > 0;
  if (calculable.length === 0) {
    return (
      <>
        {own ? (
          <UnknownImpact pool={own} />
        ) : (
          <p className={styles.note}>Can't be calculated for any pool.</p>
        )}
        <LeftOutPools pools={leftOut.filter(({ pool }) => pool !== own)} naming={naming} />
      </>
    );
  }
  return (
    <div className={styles.panel}>
      <TradeForm
        isCalculable={used.length > 0}
        side={side}
        onSide={setSide}
        text={text}
        error={
          text.trim() !== '' && decimal === undefined
            ? 'Enter a number such as 1,500 or 10k'
            : isTooMuch
              ? 'More than is held on paper'
              : undefined
        }
        onText={setInput}
        unit={unit}
        units={[
          ['currency', currencyUnit(currency)],
          ['jetton', symbol],
        ]}
        onUnit={setUnit}
        pool={chosen}
        pools={choices}
        onPool={setChoice}
        isPaper={isPaper}
        onPaper={setPaper}
        holding={
          isSale ? (
            <Holding
              holding={holding}
              symbol={symbol}
              onAll={() => {
                setUnit('jetton');
                setInput(fullAmountText(holding.sellable));
              }}
            />
          ) : null
        }
      >
        {!isPaper || !single ? null : single.isEstimate ? (
          <p className={styles.note}>No trades on paper in this pool: its price impact is an estimate.</p>
        ) : (
          <PaperOrder
            order={{ jetton: address, pool: single.market.poolAddress, side, fee: paperFee }}
            onFee={setPaperFee}
            amount={isTooMuch ? undefined : given}
            onPlaced={() => setInput('')}
          />
        )}
      </TradeForm>
      {own && used.length === 0 ? (
        <UnknownImpact pool={own} />
      ) : (
        <>
          <TradeResult
            symbol={symbol}
            currency={currency}
            side={side}
            unit={unit}
            hasAmount={amount !== undefined}
            outcome={outcome}
            pools={used}
          />
          <div className={styles.details}>
            {isSplit && outcome ? (
              <TradeParts address={address} parts={outcome.parts} pools={used} naming={naming} />
            ) : null}
            <TradeNotes pools={usedInTrade} fee={fee} />
            {isSplit ? <LeftOutPools pools={leftOut} naming={naming} /> : null}
          </div>
        </>
      )}
    </div>
  );
}

function UnknownImpact({ pool }: { readonly pool: PoolModel }) {
  return (
    <p role="status" className={styles.note}>
      {`Price impact unknown: ${leftOutText(pool, pool.excluded ?? 'reserves')}`}
    </p>
  );
}

function poolLabel(pool: PoolModel, naming: PoolNaming): string {
  const certainty = pool.excluded ? ', unknown' : pool.isEstimate ? ', estimate' : '';
  return `${poolText(pool, naming)}${certainty}`;
}

/** Returns about `FIRST_AMOUNT` in the currency, with one significant digit. */
function firstAmount(usdRate: number | undefined): string {
  if (usdRate === undefined) return '';
  return formatShortNumber(decimalOfNumber(Number((FIRST_AMOUNT * usdRate).toPrecision(1))));
}

interface TradeFormProps {
  /** Otherwise, there is only the choice of a pool. */
  readonly isCalculable: boolean;
  readonly side: TradeSide;
  readonly onSide: (side: TradeSide) => void;
  readonly text: string;
  /** What is wrong with the amount. */
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  readonly unit: AmountUnit;
  readonly units: readonly (readonly [AmountUnit, string])[];
  readonly onUnit: (unit: AmountUnit) => void;
  /** Value of the selected choice. */
  readonly pool: string;
  readonly pools: readonly (readonly [string, string])[];
  readonly onPool: (pool: string) => void;
  /** Whether the trade is to be placed on paper. */
  readonly isPaper: boolean;
  readonly onPaper: (isPaper: boolean) => void;
  /** Below the amount. */
  readonly holding: ReactNode;
  readonly children: ReactNode;
}

const sides = [
  ['buy', 'Buy'],
  ['sell', 'Sell'],
] as const;

const amountLabels = {
  buy: { currency: 'Pay', jetton: 'Receive' },
  sell: { currency: 'Sell, worth', jetton: 'Sell' },
} as const;

function TradeForm(props: TradeFormProps) {
  const { isCalculable, side, onSide, text, error, onText, unit, units, onUnit, pool, pools, onPool } = props;
  const { isPaper, onPaper, holding, children } = props;
  const id = useId();
  return (
    <div className={styles.form}>
      {isCalculable ? (
        <>
          <div className={styles.head}>
            <RadioGroup legend="Side" value={side} onChoose={onSide}>
              {sides}
            </RadioGroup>
            <Button aria-expanded={isPaper} onClick={() => onPaper(!isPaper)}>
              Trade on paper
            </Button>
          </div>
          <div className={styles.field}>
            <label htmlFor={`${id}amount`}>{amountLabels[side][unit]}</label>
            <input
              id={`${id}amount`}
              className={control.input}
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              placeholder="Amount"
              value={text}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : `${id}error`}
              onChange={({ target }) => onText(target.value)}
            />
            <label className="visually-hidden" htmlFor={`${id}unit`}>
              Unit
            </label>
            <Select id={`${id}unit`} value={unit} onChoose={onUnit}>
              {units}
            </Select>
          </div>
          {holding}
          {error === undefined ? null : (
            <p id={`${id}error`} role="alert" className="note danger">
              {error}
            </p>
          )}
        </>
      ) : null}
      <div className={styles.field}>
        <label htmlFor={`${id}pool`}>Pool</label>
        <Select id={`${id}pool`} value={pool} onChoose={onPool}>
          {pools}
        </Select>
      </div>
      {children}
    </div>
  );
}
