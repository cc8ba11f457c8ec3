import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
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
import { useIsPhone } from '#web/kit/device/media.ts';
import { Badge } from '#web/kit/display/badges.tsx';
import {
  FormattedAmount,
  FormattedPrice,
  PercentChange,
  Result,
  UnknownValue,
} from '#web/kit/display/formatted-values.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import table from '#web/kit/display/small-table.module.css';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { ratio } from './impact.ts';
import { addPaperTrades, removePaperTrade, usePaperJournal } from './paper-journal.ts';
import { placeTrade, usePaperAccount } from './paper-queries.ts';
import {
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
  positionResult,
  saleValue,
} from './paper-trades.ts';
import { type ConversionRate, converted, fromCommon, isConstantProduct, toCommon } from './pool-model.ts';
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
  const { trades, outcomes, positions, stated } = usePaperAccount(isShared ? shared : own, !isShared);
  const differing = trades.filter(
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
          <ShareButton trades={trades} />
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
            trades={trades}
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
  /** Present value of the counterpart in USD. */
  readonly usdRate: ConversionRate | undefined;
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
  if (positions.length === 0) return null;
  const valued = positions.map((position) => valuePosition(position, nameOf(position)));
  return (
    <section aria-labelledby="positions">
      <h2 id="positions">Positions</h2>
      <Total positions={valued} />
      <div className="scroll-x">
        <table className={table.table} translate="no">
          <thead>
            <tr>
              <th scope="col">
                Market <Line>held</Line>
              </th>
              <th scope="col" className="phone-hidden">
                Held
              </th>
              <th scope="col" className="phone-hidden">
                Cost
              </th>
              <th scope="col" title="What selling all of it now would bring, after the fee">
                Worth <Line>cost</Line>
              </th>
              <th
                scope="col"
                className="phone-hidden"
                title="Proceeds of sales less the average cost of what was sold"
              >
                Realised
              </th>
              <th
                scope="col"
                title="Worth less cost, with what is realised, in percent of all that was paid. In USD at the present rate"
              >
                Result
              </th>
              {isReadOnly ? null : <ActionHeading>Sell</ActionHeading>}
            </tr>
          </thead>
          <tbody>
            {valued.map((position) => (
              <PositionRow
                key={`${position.jetton} ${position.pool}`}
                position={position}
                isReadOnly={isReadOnly}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface ValuedPosition extends PaperPosition {
  readonly names: MarketNames;
  /** In the counterpart, if the reserves are known. */
  readonly worth: Amount | undefined;
  readonly result: Amount | undefined;
  /** In USD at the present rate, in base units of `COMMON_DECIMALS`. */
  readonly usd: { readonly paid: bigint; readonly result: bigint } | undefined;
}

function valuePosition(position: PaperPosition, names: MarketNames): ValuedPosition {
  const worth = names.reserves && saleValue(position, names.reserves);
  const result = worth && positionResult(position, worth);
  const inUsd = (amount: Amount) => names.usdRate && converted(toCommon(amount), names.usdRate);
  const [paid, gained] = [inUsd(position.paid), result && inUsd(result)];
  const usd = paid === undefined || gained === undefined ? undefined : { paid, result: gained };
  return { ...position, names, worth, result, usd };
}

const USD_DECIMALS = 6;

function UsdResult({ result }: { result: bigint }) {
  return (
    <>
      <Result amount={fromCommon(result, USD_DECIMALS)} /> <span className="muted">USD</span>
    </>
  );
}

function ResultPercent({ result, paid }: { result: bigint; paid: bigint }) {
  return paid > 0n ? <PercentChange change={{ percent: 100 * ratio(result, paid) }} /> : <UnknownValue />;
}

/** The result of all positions whose value in USD is known. */
function Total({ positions }: { positions: readonly ValuedPosition[] }) {
  const known = positions.flatMap(({ usd }) => usd ?? []);
  if (known.length === 0) return null;
  const result = known.reduce((sum, usd) => sum + usd.result, 0n);
  const paid = known.reduce((sum, usd) => sum + usd.paid, 0n);
  const text =
    known.length < positions.length
      ? `Result of ${known.length} of ${positions.length} positions`
      : 'Result of all positions';
  return (
    <p title="At present rates, if all that is held were sold now. In percent of all that was paid.">
      <span>{text}</span>{' '}
      <strong className="medium">
        <UsdResult result={result} /> <ResultPercent result={result} paid={paid} />
      </strong>
    </p>
  );
}

/** On phones, a second line in a cell: a value that has no column there. */
function Line({ children }: { children: ReactNode }) {
  return <span className="subline phone-only">{children}</span>;
}

interface PositionRowProps {
  readonly position: ValuedPosition;
  readonly isReadOnly: boolean;
}

function PositionRow({ position, isReadOnly }: PositionRowProps) {
  const client = useQueryClient();
  const { jetton, pool, fee, held, sellable, paid, cost, realised, names, worth, result, usd } = position;
  const unit = <bdi className="muted">{names.counterpart}</bdi>;
  const sell = () => placeTrade(client, { jetton, pool, side: 'sell', amount: sellable, delay: 0, fee });
  return (
    <tr>
      <td>
        <MarketLink market={position} names={names} />{' '}
        <span className="note phone-hidden">{names.exchange}</span>
        <Line>
          <FormattedAmount amount={held} /> on {names.exchange}
        </Line>
      </td>
      <td className="phone-hidden">
        <FormattedAmount amount={held} /> <bdi className="muted">{names.jetton}</bdi>
      </td>
      <td className="phone-hidden">
        <FormattedAmount amount={cost} /> {unit}
      </td>
      <td>
        <FormattedAmount amount={worth} /> {worth ? unit : null}
        <Line>
          cost <FormattedAmount amount={cost} />
        </Line>
      </td>
      <td className="phone-hidden">
        <Result amount={realised} /> {unit}
      </td>
      <td>
        {result ? (
          <>
            <span className="medium">
              <ResultPercent result={toCommon(result)} paid={toCommon(paid)} />
            </span>
            <span className="subline">
              <span className={usd ? 'phone-hidden' : undefined}>
                <Result amount={result} /> {unit}
                {usd ? ', ' : null}
              </span>
              {usd ? <UsdResult result={usd.result} /> : null}
            </span>
          </>
        ) : (
          <UnknownValue />
        )}
        {realised.value === '0' ? null : (
          <Line>
            realised <Result amount={realised} />
          </Line>
        )}
      </td>
      {isReadOnly ? null : (
        <td>
          <Button
            bare
            aria-label={`Sell all ${names.jetton} on paper`}
            disabled={sellable.value === '0'}
            onClick={() => void sell()}
          >
            Sell all
          </Button>
        </td>
      )}
    </tr>
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
            {rows.toReversed().map(({ trade, outcome }) => {
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
