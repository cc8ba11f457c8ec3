import { useId, useState } from 'react';
import { amountFromDecimal } from '#contract/amount.ts';
import type { Currency } from '#contract/enums.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { useExchangeRate } from '#web/api/queries/exchange-rate.ts';
import control from '#web/kit/controls/controls.module.css';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { formatShortNumber, parseShortNumber } from '#web/list/filter-values.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';
import { currencyUnit } from '#web/money/native-coin.ts';
import { PaperOrder } from './paper-order.tsx';
import { type PoolModel, splitPools } from './pool-model.ts';
import styles from './price-impact.module.css';
import { leftOutText, type PoolNaming, poolText } from './price-impact-texts.ts';
import { type AmountUnit, type TradeSide, tradeOutcome } from './trade.ts';
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

/** Amount, side and pools of a trade, and its price impact. */
export function PriceImpactPanel({ address, identity, currency: requested, poolAddress }: PriceImpactProps) {
  const { pools, identities, currency, usdRate, error, refetch } = usePoolModels(
    address,
    poolAddress,
    requested,
  );
  const naming = { identities, rate: useExchangeRate(requested) };
  const [side, setSide] = useState<TradeSide>('buy');
  const [unit, setUnit] = useState<AmountUnit>('currency');
  const [input, setInput] = useState<string>();
  const [choice, setChoice] = useState<string | undefined>(poolAddress);

  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  if (!pools) return <p className={styles.note}>Loading pools…</p>;
  if (pools.length === 0) return <p className={styles.note}>No pools found</p>;
  const calculable = pools.filter(({ depth }) => depth !== undefined);
  const { included, leftOut } = splitPools(pools);
  const own = pools.find(({ market }) => market.poolAddress === poolAddress);
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
  const choices = [
    ...(included.length > 1 ? [[SPLIT, `Best split, ${included.length} pools`] as const] : []),
    ...pools
      .filter((pool) => pool.depth !== undefined || pool === own)
      .map((pool) => [pool.market.poolAddress, poolLabel(pool, naming)] as const),
  ];
  const [first] = choices;
  const chosen = choices.find(([value]) => value === choice)?.[0] ?? first?.[0] ?? SPLIT;
  const isSplit = chosen === SPLIT;
  const used = isSplit ? included : calculable.filter(({ market }) => market.poolAddress === chosen);
  const text = input ?? firstAmount(usdRate);
  const decimal = parseShortNumber('sum', text);
  const amount = decimal === undefined || decimal === '0' ? undefined : amountFromDecimal(decimal);
  const symbol = identity?.symbol ?? 'Jetton';
  const outcome =
    amount &&
    tradeOutcome(
      used.flatMap(({ depth }) => depth ?? []),
      { side, unit, amount },
    );
  const usedInTrade = outcome ? outcome.parts.flatMap(({ index }) => used[index] ?? []) : used;
  const single = used.length === 1 ? used[0] : undefined;
  return (
    <div className={styles.panel}>
      <TradeForm
        isCalculable={used.length > 0}
        side={side}
        onSide={setSide}
        text={text}
        isInvalid={text.trim() !== '' && decimal === undefined}
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
      />
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
            <TradeNotes pools={usedInTrade} />
            {outcome && single && !single.isEstimate ? (
              <PaperOrder address={address} pool={single} side={side} outcome={outcome} />
            ) : null}
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
  readonly isInvalid: boolean;
  readonly onText: (text: string) => void;
  readonly unit: AmountUnit;
  readonly units: readonly (readonly [AmountUnit, string])[];
  readonly onUnit: (unit: AmountUnit) => void;
  /** Value of the selected choice. */
  readonly pool: string;
  readonly pools: readonly (readonly [string, string])[];
  readonly onPool: (pool: string) => void;
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
  const { isCalculable, side, onSide, text, isInvalid, onText, unit, units, onUnit, pool, pools, onPool } =
    props;
  const id = useId();
  return (
    <div className={styles.form}>
      {isCalculable ? (
        <>
          <RadioGroup legend="Side" value={side} onChoose={onSide}>
            {sides}
          </RadioGroup>
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
              aria-invalid={isInvalid}
              aria-describedby={isInvalid ? `${id}error` : undefined}
              onChange={({ target }) => onText(target.value)}
            />
            <label className="visually-hidden" htmlFor={`${id}unit`}>
              Unit
            </label>
            <Select id={`${id}unit`} value={unit} onChoose={onUnit}>
              {units}
            </Select>
          </div>
          {isInvalid ? (
            <p id={`${id}error`} className="note danger">
              Enter a number such as 1,500 or 10k
            </p>
          ) : null}
        </>
      ) : null}
      <div className={styles.field}>
        <label htmlFor={`${id}pool`}>Pool</label>
        <Select id={`${id}pool`} value={pool} onChoose={onPool}>
          {pools}
        </Select>
      </div>
    </div>
  );
}
