import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Amount } from '#contract/amount.ts';
import { formatCount } from '#contract/format/format-numbers.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { serviceStatus, useIsSnapshot, useServiceClock } from '#web/api/client/service-status.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { Select } from '#web/kit/controls/select.tsx';
import { MAX_PAPER_TRADES } from './paper-journal.ts';
import { placeTrade, statedReserves } from './paper-queries.ts';
import { executionTime, feeText, type PaperTrade, paperDelays, paperFees } from './paper-trades.ts';
import { fromCommon, type PoolModel, toCommon } from './pool-model.ts';
import styles from './price-impact.module.css';
import type { TradeOutcome, TradeSide } from './trade.ts';

interface Props {
  /** Raw address of the jetton. */
  readonly address: string;
  readonly pool: PoolModel;
  readonly side: TradeSide;
  readonly outcome: TradeOutcome;
}

/** Places the trade that is calculated as an order on paper. */
export function PaperOrder({ address, pool, side, outcome }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Whether time passes is part of the status.
  const isReady = !useQuery(serviceStatus()).isPending;
  const amount = givenAmount(pool, side, outcome);
  if (!amount) return null;
  const order = { jetton: address, pool: pool.market.poolAddress, side, amount };
  return (
    <details className={styles.leftOut} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Trade on paper</summary>
      {isOpen && isReady ? <OrderForm order={order} /> : null}
    </details>
  );
}

type Order = Pick<PaperTrade, 'jetton' | 'pool' | 'side' | 'amount'>;

/** Returns what a trade gives to the pool: of the counterpart to buy, of the jetton to sell. */
function givenAmount(
  { market, depth }: PoolModel,
  side: TradeSide,
  { jettons, currency }: TradeOutcome,
): Amount | undefined {
  const { asset, counterpart } = market.liquidity;
  if (!depth || !asset || !counterpart) return undefined;
  return side === 'buy'
    ? fromCommon((currency * toCommon(counterpart)) / depth.currency, counterpart.decimals)
    : fromCommon(jettons, asset.decimals);
}

const DEFAULT_FEE = '30';

function OrderForm({ order }: { order: Order }) {
  const id = useId();
  const client = useQueryClient();
  const now = useServiceClock();
  // In a snapshot, no time passes.
  const delays = useIsSnapshot() ? paperDelays.slice(0, 1) : paperDelays;
  const [fee, setFee] = useState(DEFAULT_FEE);
  const [delay, setDelay] = useState(String(delays[1] ?? delays[0]));
  const [placed, setPlaced] = useState<PaperTrade | 'full'>();
  const [openedAt] = useState(() => Math.floor(now.getTime() / 1000));
  const { error } = useQuery(statedReserves(order, [openedAt]));
  if (isMissingEndpoint(error)) return <p>This service does not state what pools held in the past.</p>;
  const place = async () =>
    setPlaced((await placeTrade(client, { ...order, delay: Number(delay), fee: Number(fee) })) ?? 'full');
  return (
    <div className={styles.form}>
      <div className={styles.field}>
        <label htmlFor={`${id}fee`}>Fee</label>
        <Select id={`${id}fee`} value={fee} onChoose={setFee}>
          {paperFees.map((option) => [String(option), feeText(option)])}
        </Select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}delay`}>Delay</label>
        <Select id={`${id}delay`} value={delay} onChoose={setDelay}>
          {delays.map((option) => [String(option), `${option} s`])}
        </Select>
      </div>
      <Button onClick={() => void place()}>{order.side === 'buy' ? 'Buy on paper' : 'Sell on paper'}</Button>
      <p role="status" className="text-links">
        {placed === undefined ? (
          'Executed against what the pool holds after the delay, in this browser only.'
        ) : placed === 'full' ? (
          `At most ${formatCount(MAX_PAPER_TRADES)} trades on paper: remove some first.`
        ) : (
          <>
            <span>{`Placed for ${formatDateTimeWithSeconds(new Date(executionTime(placed) * 1000))} UTC.`}</span>{' '}
            <Link to="/paper">Paper trades</Link>
          </>
        )}
      </p>
    </div>
  );
}
