import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Amount } from '#contract/amount.ts';
import { countNoun, magnitude } from '#contract/format/format-numbers.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { serviceStatus, useIsSnapshot, useServiceClock } from '#web/api/client/service-status.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { type PaperHolding, placeTrade, statedReserves } from './paper-queries.ts';
import { executionTime, feeText, type PaperTrade, paperDelays, paperFees } from './paper-trades.ts';
import { fromCommon, toCommon } from './pool-model.ts';
import styles from './price-impact.module.css';
import { AMOUNT_DIGITS, WithUnit } from './trade-result.tsx';

interface HoldingProps {
  readonly holding: PaperHolding;
  /** Of the jetton. */
  readonly symbol: string;
  readonly onAll: () => void;
}

/** What can be sold on paper, with a button that fills it in. */
export function Holding({ holding: { sellable, pending }, symbol, onAll }: HoldingProps) {
  // Rounded down, so that what is shown can be sold.
  const decimals = Math.min(Math.max(AMOUNT_DIGITS - magnitude(sellable), 0), sellable.decimals);
  return (
    <div className={styles.field}>
      <span className="muted">Held</span>
      <span>
        <WithUnit amount={fromCommon(toCommon(sellable), decimals)} unit={symbol} />
        {pending > 0 ? <span className="muted">{`, ${countNoun(pending, 'trade')} pending`}</span> : null}
      </span>
      <Button disabled={sellable.value === '0'} aria-label={`All ${symbol} held on paper`} onClick={onAll}>
        All
      </Button>
    </div>
  );
}

interface Props {
  readonly order: Pick<PaperTrade, 'jetton' | 'pool' | 'side' | 'fee'>;
  readonly onFee: (fee: number) => void;
  /** Undefined if the order cannot be placed. */
  readonly amount: Amount | undefined;
  readonly onPlaced: () => void;
}

/** Places the trade that is calculated as an order on paper. */
export function PaperOrder(props: Props) {
  // Whether time passes is part of the status.
  return useQuery(serviceStatus()).isPending ? null : <OrderForm {...props} />;
}

function OrderForm({ order, onFee, amount, onPlaced }: Props) {
  const id = useId();
  const client = useQueryClient();
  const now = useServiceClock();
  // In a snapshot, no time passes.
  const delays = useIsSnapshot() ? paperDelays.slice(0, 1) : paperDelays;
  const [delay, setDelay] = useState(String(delays[1] ?? delays[0]));
  const [placed, setPlaced] = useState<PaperTrade | string>();
  const [openedAt] = useState(() => Math.floor(now.getTime() / 1000));
  const { error } = useQuery(statedReserves(order, [openedAt]));
  if (isMissingEndpoint(error))
    return <p className={styles.note}>This service does not state what pools held in the past.</p>;
  const place = async () => {
    if (!amount) return;
    const trade = await placeTrade(client, { ...order, amount, delay: Number(delay) });
    setPlaced(trade);
    if (typeof trade !== 'string') onPlaced();
  };
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={`${id}fee`}>Fee</label>
        <Select id={`${id}fee`} value={String(order.fee)} onChoose={(fee) => onFee(Number(fee))}>
          {paperFees.map((option) => [String(option), feeText(option)])}
        </Select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}delay`}>Delay</label>
        <Select id={`${id}delay`} value={delay} onChoose={setDelay}>
          {delays.map((option) => [String(option), `${option} s`])}
        </Select>
      </div>
      <Button aria-disabled={!amount} onClick={() => void place()}>
        {order.side === 'buy' ? 'Buy on paper' : 'Sell on paper'}
      </Button>
      <p role="status" className={`${styles.note} text-links`}>
        {placed === undefined ? (
          'In one pool: executed against what it holds after the delay, in this browser only.'
        ) : typeof placed === 'string' ? (
          placed
        ) : (
          <>
            <span>{`Placed for ${formatDateTimeWithSeconds(new Date(executionTime(placed) * 1000))} UTC.`}</span>{' '}
            <Link to="/paper">Paper trades</Link>
          </>
        )}
      </p>
    </>
  );
}
