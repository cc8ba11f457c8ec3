import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { countNoun } from '#contract/format/format-numbers.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { quoteSymbolOf } from '#web/api/decoding/identities.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { marketOfPool } from '#web/api/queries/markets.ts';
import { Button, focusMain, takeFocus } from '#web/kit/controls/button.tsx';
import { useCopy } from '#web/kit/controls/copyable-text.tsx';
import { parseLink, stringifyQuery } from '#web/kit/device/link-state.ts';
import { useIsPhone } from '#web/kit/device/media.ts';
import { Badge } from '#web/kit/display/badges.tsx';
import { FormattedAmount, FormattedPrice } from '#web/kit/display/formatted-values.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import table from '#web/kit/display/small-table.module.css';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import {
  addPaperTrades,
  JOURNAL_FULL,
  removePaperTrade,
  restorePaperTrade,
  usePaperJournal,
} from './paper-journal.ts';
import {
  ActionHeading,
  Line,
  MarketLink,
  type MarketNames,
  type NameOf,
  Positions,
} from './paper-positions.tsx';
import { usePaperAccount } from './paper-queries.ts';
import {
  executionTime,
  feeText,
  isConfirmed,
  MAX_LINKED_TRADES,
  type PaperFailure,
  type PaperOutcome,
  type PaperTrade,
  paperLink,
  paperTradeKey,
  parseTrades,
} from './paper-trades.ts';
import { isConstantProduct, toCommon } from './pool-model.ts';
import styles from './price-impact.module.css';
import { priceOf } from './trade.ts';

const route = getRouteApi('/paper');

/** The trade that was removed last. */
interface RemovedTrade {
  readonly trade: PaperTrade;
  /** Former position in the journal. */
  readonly index: number;
  readonly isRestored: boolean;
}

/** Trades on paper and what they are worth: those of this device, or those in the link. */
export function PaperPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const {
    state: { trades: shared },
    ignored,
  } = useMemo(() => parseLink(paperLink, search), [search]);
  const { trades: texts } = usePaperJournal();
  const own = useMemo(() => parseTrades(texts), [texts]);
  const isShared = shared.length > 0;
  const { trades, outcomes, positions, stated } = usePaperAccount(isShared ? shared : own, !isShared);
  const differing = trades.filter(
    (trade) => isConfirmed(trade, stated.reserves.get(paperTradeKey(trade))) === false,
  );
  const nameOf = useMarketNames(trades);
  const [removed, setRemoved] = useState<RemovedTrade>();
  const [isFull, setFull] = useState(false);
  return (
    <div className={styles.page}>
      <title>Paper trades · Jetscope</title>
      <div className="cluster">
        <h1>{isShared ? 'Shared paper trades' : 'Paper trades'}</h1>
        {isShared ? (
          <>
            <Button
              onClick={() => {
                const areAdded = addPaperTrades(shared);
                setFull(!areAdded);
                if (!areAdded) return;
                focusMain();
                void navigate({ search: {} });
              }}
            >
              Keep on this device
            </Button>
            <Link to="/paper" className="text-link">
              {`Your paper trades (${own.length})`}
            </Link>
            <span role="status">{isFull ? JOURNAL_FULL : ''}</span>
          </>
        ) : trades.length > 0 ? (
          <ShareButton trades={trades} />
        ) : null}
      </div>
      <IgnoredFiltersBanner
        ignored={ignored}
        onDismiss={() => void navigate({ search: paperLink.serialize({ trades: shared }) })}
      />
      {trades.length === 0 ? (
        <Notice
          title="No paper trades"
          text="Calculate the price impact of a trade on the page of a jetton or pool, and choose “Trade on paper”."
        />
      ) : (
        <>
          <p className="note">
            Executed against what the pool held at that second, after the fee. The pool is not changed by
            trades on paper. Swaps in constant-product pools only.
          </p>
          {isMissingEndpoint(stated.error) ? (
            <p className="warn">This service does not state what pools held in the past.</p>
          ) : stated.error ? (
            <ErrorNotice error={stated.error} onRetry={stated.refetch} />
          ) : null}
          {differing.length > 0 ? (
            <p className="warn">
              {`${countNoun(differing.length, 'trade')} with other reserves than those that the service states.`}
            </p>
          ) : null}
          <Positions positions={positions} nameOf={nameOf} isReadOnly={isShared} />
          <Journal
            trades={trades}
            outcomes={outcomes}
            differing={differing}
            nameOf={nameOf}
            isReadOnly={isShared}
            restored={removed?.isRestored ? paperTradeKey(removed.trade) : undefined}
            onRemove={(trade, index) => {
              setRemoved({ trade, index, isRestored: false });
              removePaperTrade(paperTradeKey(trade));
            }}
          />
        </>
      )}
      {removed && !removed.isRestored && !isShared ? (
        <p className={styles.removed} role="status">
          Trade removed.{' '}
          <Button
            key={paperTradeKey(removed.trade)}
            ref={takeFocus}
            bare
            onClick={() => {
              restorePaperTrade(removed.trade, removed.index);
              setRemoved({ ...removed, isRestored: true });
            }}
          >
            Undo
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function ShareButton({ trades }: { trades: readonly PaperTrade[] }) {
  const { message, copy } = useCopy();
  const latest = trades.slice(-MAX_LINKED_TRADES);
  const path = `/paper${stringifyQuery(paperLink.serialize({ trades: latest }))}`;
  return (
    <>
      <Button onClick={() => void copy(location.origin + path)}>Copy link</Button>
      <span role="status" className="note">
        {message}
      </span>
      {latest.length < trades.length ? (
        <span className="note">{`The link has the latest ${MAX_LINKED_TRADES} trades.`}</span>
      ) : null}
    </>
  );
}

/** Returns the names and current reserves of the markets of trades. */
function useMarketNames(trades: readonly PaperTrade[]): NameOf {
  const markets = [...new Map(trades.map((trade) => [`${trade.jetton} ${trade.pool}`, trade])).values()];
  const addresses = [...new Set(trades.map(({ jetton }) => jetton))].sort();
  const jettons = useQuery({ ...comparedJettons(addresses), enabled: addresses.length > 0 }).data;
  const pools = useQueries({ queries: markets.map(({ jetton, pool }) => marketOfPool(jetton, pool)) });
  return ({ jetton, pool }) => {
    const data = pools[markets.findIndex((one) => one.jetton === jetton && one.pool === pool)]?.data;
    const { asset, counterpart } = data?.market.liquidity ?? {};
    const { usd, counterpart: price } = data?.market.price ?? {};
    const isUsable = data && isConstantProduct(data.market.type) && asset && counterpart;
    return {
      jetton: quoteSymbolOf(jetton, jettons?.get(jetton)?.identity),
      counterpart: data ? quoteSymbolOf(data.market.counterpart, data.counterpart) : '',
      exchange: data ? exchangeName(data.market.exchangeId) : '',
      reserves: isUsable ? { asset, counterpart } : undefined,
      usdRate: usd && price && { numerator: usd, denominator: price },
    };
  };
}

interface JournalProps {
  readonly trades: readonly PaperTrade[];
  readonly outcomes: readonly PaperOutcome[];
  /** Those whose reserves the service contradicts. */
  readonly differing: readonly PaperTrade[];
  readonly nameOf: NameOf;
  readonly isReadOnly: boolean;
  /** Key of the trade that was just restored. */
  readonly restored: string | undefined;
  readonly onRemove: (trade: PaperTrade, index: number) => void;
}

/** All trades, latest first. */
function Journal(props: JournalProps) {
  const { trades, outcomes, differing, nameOf, isReadOnly, restored, onRemove } = props;
  const rows = trades.map((trade, index) => ({
    trade,
    index,
    outcome: outcomes[index] ?? ({ state: 'pending' } as const),
  }));
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">Trades</h2>
      <div className="scroll-x">
        <table className={table.table} translate="no">
          <thead>
            <tr>
              <th scope="col" className="phone-hidden">
                Time, UTC
              </th>
              <th scope="col" className={table.text}>
                Market <Line>time, UTC</Line>
              </th>
              <th scope="col" className={`${table.text} phone-hidden`}>
                Side
              </th>
              <th scope="col">
                Paid <Line>received</Line>
              </th>
              <th scope="col" className="phone-hidden">
                Received
              </th>
              <th scope="col">
                <span className="phone-hidden">Average price</span>
                <span className="phone-only" title="Average price">
                  Price
                </span>
                <Line>cost</Line>
              </th>
              <th scope="col" className="phone-hidden" title="Share that the fee and the price impact cost">
                Cost of trading
              </th>
              <th scope="col" className="phone-hidden">
                Fee, delay
              </th>
              {isReadOnly ? null : <ActionHeading>Remove</ActionHeading>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ trade, index, outcome }) => {
              const key = paperTradeKey(trade);
              const names = nameOf(trade);
              const time = formatDateTimeWithSeconds(new Date(executionTime(trade) * 1000));
              const side = (
                <span className={trade.side === 'buy' ? 'up' : 'down'}>
                  {trade.side === 'buy' ? 'Buy' : 'Sell'}
                </span>
              );
              const terms = (
                <>
                  {`${feeText(trade.fee)}, ${trade.delay} s`}
                  {differing.includes(trade) ? (
                    <>
                      {' '}
                      <Badge tone="warn" title="The service states that the pool held something else">
                        Differs
                      </Badge>
                    </>
                  ) : null}
                </>
              );
              return (
                <tr key={key}>
                  <td className="phone-hidden">{time}</td>
                  <td className={table.text}>
                    <span className="phone-only">{side}</span> <MarketLink market={trade} names={names} />
                    <Line>
                      <span className="nowrap">{time}</span>
                    </Line>
                    <Line>{terms}</Line>
                  </td>
                  <td className={`${table.text} phone-hidden`}>{side}</td>
                  <OutcomeCells trade={trade} outcome={outcome} names={names} />
                  <td className="phone-hidden">{terms}</td>
                  {isReadOnly ? null : (
                    <td>
                      <Button
                        ref={key === restored ? takeFocus : undefined}
                        bare
                        aria-label={`Remove the trade of ${time}`}
                        onClick={() => onRemove(trade, index)}
                      >
                        Remove
                      </Button>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const failureTexts: Readonly<Record<PaperFailure, string>> = {
  small: 'Too small to trade',
  held: 'More than was held',
  unknown: 'Not executed: what the pool held is unknown',
};

interface OutcomeCellsProps {
  readonly trade: PaperTrade;
  readonly outcome: PaperOutcome;
  readonly names: MarketNames;
}

function OutcomeCells({ trade, outcome, names }: OutcomeCellsProps) {
  const columns = useIsPhone() ? 2 : 4;
  if (outcome.state !== 'filled')
    return (
      <td colSpan={columns} className={`${table.text} muted`}>
        {outcome.state === 'pending' ? 'Waiting for the data of this second' : failureTexts[outcome.reason]}
      </td>
    );
  const { jettons, counterparts, loss } = outcome;
  // Jettons with many decimals can be less than a base unit that prices are calculated in.
  const units = toCommon(jettons);
  const averagePrice = units > 0n ? priceOf(toCommon(counterparts), units) : undefined;
  const jetton = (
    <>
      <FormattedAmount amount={jettons} /> <bdi className="muted">{names.jetton}</bdi>
    </>
  );
  const counterpart = (
    <>
      <FormattedAmount amount={counterparts} /> <bdi className="muted">{names.counterpart}</bdi>
    </>
  );
  const [paid, received] = trade.side === 'buy' ? [counterpart, jetton] : [jetton, counterpart];
  const lossText = `${(loss * 100).toFixed(2)}%`;
  return (
    <>
      <td>
        {paid}
        <Line>{received}</Line>
      </td>
      <td className="phone-hidden">{received}</td>
      <td>
        <FormattedPrice price={averagePrice} />
        <Line>{lossText}</Line>
      </td>
      <td className="phone-hidden">{lossText}</td>
    </>
  );
}
