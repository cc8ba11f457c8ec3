import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { subtractAmounts } from '#contract/amount.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { formatDateTimeWithSeconds } from '#contract/format/format-time.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { quoteSymbolOf } from '#web/api/decoding/identities.ts';
import { comparedJettons } from '#web/api/queries/compare.ts';
import { marketOfPool } from '#web/api/queries/markets.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { useCopy } from '#web/kit/controls/copyable-text.tsx';
import { parseLink, stringifyQuery } from '#web/kit/device/link-state.ts';
import { Badge } from '#web/kit/display/badges.tsx';
import { FormattedAmount, FormattedPrice, Result, UnknownValue } from '#web/kit/display/formatted-values.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import table from '#web/kit/display/small-table.module.css';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { addPaperTrades, removePaperTrade, storePaperReserves, usePaperJournal } from './paper-journal.ts';
import { placeTrade, useStatedReserves } from './paper-queries.ts';
import {
  executeTrades,
  executionTime,
  feeText,
  isConfirmed,
  MAX_LINKED_TRADES,
  type PaperFailure,
  type PaperOutcome,
  type PaperPosition,
  type PaperTrade,
  type PoolSides,
  paperLink,
  paperTradeKey,
  parseTrades,
  saleValue,
} from './paper-trades.ts';
import { isConstantProduct, toCommon } from './pool-model.ts';
import styles from './price-impact.module.css';
import { priceOf } from './trade.ts';

/** Trades on paper and what they are worth: those of this device, or those in the link. */
export function PaperPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const {
    state: { trades: shared },
    ignored,
  } = useMemo(() => parseLink(paperLink, search), [search]);
  const { trades: texts } = usePaperJournal();
  const own = useMemo(() => parseTrades(texts), [texts]);
  const isShared = shared.length > 0;
  const trades = isShared ? shared : own;
  const stated = useStatedReserves(trades);
  const found = new Map(
    trades.flatMap((trade) => {
      const key = paperTradeKey(trade);
      const { asset, counterpart } = stated.reserves.get(key) ?? {};
      return !trade.reserves && asset && counterpart ? [[key, { asset, counterpart }] as const] : [];
    }),
  );
  useEffect(() => {
    if (!isShared && found.size > 0) storePaperReserves(found);
  });
  const filled = trades.map((trade) => ({
    ...trade,
    reserves: trade.reserves ?? found.get(paperTradeKey(trade)),
  }));
  const { outcomes, positions } = executeTrades(filled, stated.unknown);
  const differing = filled.filter(
    (trade) => isConfirmed(trade, stated.reserves.get(paperTradeKey(trade))) === false,
  );
  const nameOf = useMarketNames(trades);
  return (
    <div className={styles.page}>
      <title>Paper trades · Jetscope</title>
      <div className="cluster">
        <h1>{isShared ? 'Shared paper trades' : 'Paper trades'}</h1>
        {isShared ? (
          <>
            <Button
              onClick={() => {
                addPaperTrades(shared);
                void navigate({ to: '/paper' });
              }}
            >
              Keep on this device
            </Button>
            <Link to="/paper" className="text-link">
              {`Your paper trades (${own.length})`}
            </Link>
          </>
        ) : trades.length > 0 ? (
          <ShareButton trades={filled} />
        ) : null}
      </div>
      <IgnoredFiltersBanner
        ignored={ignored}
        onDismiss={() => void navigate({ to: '/paper', search: paperLink.serialize({ trades: shared }) })}
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
            trades={filled}
            outcomes={outcomes}
            differing={differing}
            nameOf={nameOf}
            isReadOnly={isShared}
          />
        </>
      )}
    </div>
  );
}

function ShareButton({ trades }: { trades: readonly PaperTrade[] }) {
  const { isCopied, copy } = useCopy();
  const latest = trades.slice(-MAX_LINKED_TRADES);
  const path = `/paper${stringifyQuery(paperLink.serialize({ trades: latest }))}`;
  return (
    <>
      <Button onClick={() => void copy(location.origin + path)}>Copy link</Button>
      <span role="status" className="note">
        {isCopied === undefined ? '' : isCopied ? 'Copied' : 'The browser blocked copying'}
      </span>
      {latest.length < trades.length ? (
        <span className="note">{`The link has the latest ${MAX_LINKED_TRADES} trades.`}</span>
      ) : null}
    </>
  );
}

interface MarketNames {
  readonly jetton: string;
  readonly counterpart: string;
  readonly exchange: string;
  /** What the pool holds now; undefined if that is unknown, or for pools of other types than constant product. */
  readonly reserves: PoolSides | undefined;
}

type NameOf = (market: Pick<PaperTrade, 'jetton' | 'pool'>) => MarketNames;

/** Returns the names and current reserves of the markets of trades. */
function useMarketNames(trades: readonly PaperTrade[]): NameOf {
  const markets = [...new Map(trades.map((trade) => [`${trade.jetton} ${trade.pool}`, trade])).values()];
  const addresses = [...new Set(trades.map(({ jetton }) => jetton))].sort();
  const jettons = useQuery({ ...comparedJettons(addresses), enabled: addresses.length > 0 }).data;
  const pools = useQueries({ queries: markets.map(({ jetton, pool }) => marketOfPool(jetton, pool)) });
  return ({ jetton, pool }) => {
    const data = pools[markets.findIndex((one) => one.jetton === jetton && one.pool === pool)]?.data;
    const { asset, counterpart } = data?.market.liquidity ?? {};
    const isUsable = data && isConstantProduct(data.market.type) && asset && counterpart;
    return {
      jetton: quoteSymbolOf(jetton, jettons?.get(jetton)?.identity),
      counterpart: data ? quoteSymbolOf(data.market.counterpart, data.counterpart) : '',
      exchange: data ? exchangeName(data.market.exchangeId) : '',
      reserves: isUsable ? { asset, counterpart } : undefined,
    };
  };
}

function MarketLink({ market, names }: { market: Pick<PaperTrade, 'jetton' | 'pool'>; names: MarketNames }) {
  return (
    <Link
      to="/jetton/$address/pool/$poolAddress"
      params={{ address: toUserFriendly(market.jetton), poolAddress: toUserFriendly(market.pool) }}
      className="text-link"
    >
      <bdi>{names.jetton}</bdi> / <bdi>{names.counterpart}</bdi>
    </Link>
  );
}

interface PositionsProps {
  readonly positions: readonly PaperPosition[];
  readonly nameOf: NameOf;
  readonly isReadOnly: boolean;
}

function Positions({ positions, nameOf, isReadOnly }: PositionsProps) {
  const client = useQueryClient();
  const sell = ({ jetton, pool, held, fee }: PaperPosition) =>
    placeTrade(client, { jetton, pool, side: 'sell', amount: held, delay: 0, fee });
  if (positions.length === 0) return null;
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Positions</h2>
      <div className="scroll-x">
        <table className={table.table} translate="no">
          <thead>
            <tr>
              <th scope="col">Market</th>
              <th scope="col">Held</th>
              <th scope="col">Cost</th>
              <th scope="col" title="What selling all of it now would bring, after the fee">
                Worth
              </th>
              <th scope="col" title="Worth less cost">
                Result
              </th>
              <th scope="col" title="Proceeds of sales less the average cost of what was sold">
                Realised
              </th>
              {isReadOnly ? null : <ActionHeading>Sell</ActionHeading>}
            </tr>
          </thead>
          <tbody>
            {positions.map((position) => {
              const names = nameOf(position);
              const worth = names.reserves && saleValue(position, names.reserves);
              const unit = <bdi className="muted">{names.counterpart}</bdi>;
              return (
                <tr key={`${position.jetton} ${position.pool}`}>
                  <td>
                    <MarketLink market={position} names={names} />{' '}
                    <span className="note">{names.exchange}</span>
                  </td>
                  <td>
                    <FormattedAmount amount={position.held} /> <bdi className="muted">{names.jetton}</bdi>
                  </td>
                  <td>
                    <FormattedAmount amount={position.cost} /> {unit}
                  </td>
                  <td>
                    {worth ? (
                      <>
                        <FormattedAmount amount={worth} /> {unit}
                      </>
                    ) : (
                      <UnknownValue />
                    )}
                  </td>
                  <td>
                    {worth ? (
                      <>
                        <Result amount={subtractAmounts(worth, position.cost)} /> {unit}
                      </>
                    ) : (
                      <UnknownValue />
                    )}
                  </td>
                  <td>
                    <Result amount={position.realised} /> {unit}
                  </td>
                  {isReadOnly ? null : (
                    <td>
                      <Button
                        bare
                        aria-label={`Sell all ${names.jetton} on paper`}
                        disabled={position.held.value === '0'}
                        onClick={() => void sell(position)}
                      >
                        Sell all
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

/** The heading of a column of buttons. */
function ActionHeading({ children }: { children: string }) {
  return (
    <th scope="col">
      <span className="visually-hidden">{children}</span>
    </th>
  );
}

interface JournalProps {
  readonly trades: readonly PaperTrade[];
  readonly outcomes: readonly PaperOutcome[];
  /** Those whose reserves the service contradicts. */
  readonly differing: readonly PaperTrade[];
  readonly nameOf: NameOf;
  readonly isReadOnly: boolean;
}

/** All trades, latest first. */
function Journal({ trades, outcomes, differing, nameOf, isReadOnly }: JournalProps) {
  const rows = trades.map((trade, index) => ({
    trade,
    outcome: outcomes[index] ?? ({ state: 'pending' } as const),
  }));
  return (
    <section aria-labelledby="journal">
      <h2 id="journal">Trades</h2>
      <div className="scroll-x">
        <table className={table.table} translate="no">
          <thead>
            <tr>
              <th scope="col">Time, UTC</th>
              <th scope="col" className={table.text}>
                Market
              </th>
              <th scope="col" className={table.text}>
                Side
              </th>
              <th scope="col">Paid</th>
              <th scope="col">Received</th>
              <th scope="col">Average price</th>
              <th scope="col" title="Share that the fee and the price impact cost">
                Cost of trading
              </th>
              <th scope="col">Fee, delay</th>
              {isReadOnly ? null : <ActionHeading>Remove</ActionHeading>}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map(({ trade, outcome }) => {
              const key = paperTradeKey(trade);
              const names = nameOf(trade);
              const time = formatDateTimeWithSeconds(new Date(executionTime(trade) * 1000));
              return (
                <tr key={key}>
                  <td>{time}</td>
                  <td className={table.text}>
                    <MarketLink market={trade} names={names} />
                  </td>
                  <td className={table.text}>
                    <span className={trade.side === 'buy' ? 'up' : 'down'}>
                      {trade.side === 'buy' ? 'Buy' : 'Sell'}
                    </span>
                  </td>
                  <OutcomeCells trade={trade} outcome={outcome} names={names} />
                  <td>
                    {`${feeText(trade.fee)}, ${trade.delay} s`}
                    {differing.includes(trade) ? (
                      <>
                        {' '}
                        <Badge tone="warn" title="The service states that the pool held something else">
                          Differs
                        </Badge>
                      </>
                    ) : null}
                  </td>
                  {isReadOnly ? null : (
                    <td>
                      <Button
                        bare
                        aria-label={`Remove the trade of ${time}`}
                        onClick={() => removePaperTrade(key)}
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
  if (outcome.state !== 'filled')
    return (
      <td colSpan={4} className={`${table.text} muted`}>
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
  return (
    <>
      <td>{trade.side === 'buy' ? counterpart : jetton}</td>
      <td>{trade.side === 'buy' ? jetton : counterpart}</td>
      <td>
        <FormattedPrice price={averagePrice} />
      </td>
      <td>{`${(loss * 100).toFixed(2)}%`}</td>
    </>
  );
}
