import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { type Amount, amountFromDecimal, numberFromAmount } from '#contract/amount.ts';
import { csvRow } from '#contract/format/csv.ts';
import { countNoun, formatCount } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Transaction } from '#contract/transactions.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { followPool } from '#web/api/client/follow-pool.ts';
import { useIsSnapshot, useServiceClock } from '#web/api/client/service-status.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import { type TradeFilters, tradeSizes } from '#web/chart/jetton-search.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { RadioGroup } from '#web/kit/controls/radio-group.tsx';
import { saveFile } from '#web/kit/controls/save-file.ts';
import { Select } from '#web/kit/controls/select.tsx';
import { scaled, useIsTouch } from '#web/kit/device/media.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { FormattedAmount, FormattedPrice, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import { UntrustedLink } from '#web/kit/display/links.tsx';
import { LiveRows, type LiveRowsProps, useLoadedCount } from '#web/kit/display/live-rows.tsx';
import table from '#web/kit/display/small-table.module.css';
import { fullAmountText } from '#web/money/amounts.ts';
import { decimalOfNumber } from '#web/money/decimals.ts';
import { fillExplorerTemplate, safeLink } from '#web/untrusted/links.ts';
import {
  joinTrades,
  newTrades,
  type TradeFilter,
  type TradesOf,
  tradeHistory,
  tradeKey,
  transactionExplorer,
} from './trade-queries.ts';
import { TraderButton, TraderPanel } from './trader-panel.tsx';
import styles from './trades.module.css';

export interface TradeListProps extends TradesOf {
  readonly symbol: string | undefined;
  /** Whether prices are in USD, as those of several pools always are. Default: in the counterpart. */
  readonly pricesInUsd?: boolean;
  readonly filters: TradeFilters;
  readonly onFilters: (filters: TradeFilters) => void;
}

/** Pixels at the default font size, as in the style sheet: larger on touch screens. Without the line below each row. */
const ROW_HEIGHTS = { mouse: 28, touch: 44 };

type Size = (typeof tradeSizes)[number] | 'any';
const sizes = [
  ['any', 'Any size'],
  ...tradeSizes.map((size): [Size, string] => [size, `$${formatCount(size)} or more`]),
] as const;

/** The swaps of a jetton or a pool, newest first, with filters. New ones appear unless the user is reading. */
export function TradeList({ symbol, pricesInUsd = false, filters, onFilters, ...of }: TradeListProps) {
  const [isRead, setIsRead] = useState(false);
  const { side, size, trader } = filters;
  const filter: TradeFilter = {
    ...(side && { type: side === 'buy' ? 'TT_BUY' : 'TT_SELL' }),
    ...(size && { minUsd: Number(size) }),
    ...(trader !== undefined && { who: parseAddress(trader) }),
  };
  const { trades, identities, history, newCount, onShowNew } = useTrades(of, filter, isRead);
  const { error, isPending } = history;
  const isMissing = isMissingEndpoint(error);
  const loadedCount = useLoadedCount(history.data, trades.length);
  const isEmpty = !error && !isPending && trades.length === 0 && !history.hasNextPage;
  return (
    <>
      <div className={styles.head}>
        <h2>Trades</h2>
        {isMissing ? null : (
          <>
            <RadioGroup
              legend="Side of trades"
              value={side ?? 'all'}
              onChoose={(chosen) => onFilters({ ...filters, side: chosen === 'all' ? undefined : chosen })}
            >
              {[
                ['all', 'All'],
                ['buy', 'Buys'],
                ['sell', 'Sells'],
              ]}
            </RadioGroup>
            <label className="row note">
              Size
              <Select<Size>
                value={size ?? 'any'}
                onChoose={(chosen) => onFilters({ ...filters, size: chosen === 'any' ? undefined : chosen })}
              >
                {sizes}
              </Select>
            </label>
            {trader === undefined ? null : (
              <Button
                title="Show the trades of all traders"
                onClick={() => onFilters({ ...filters, trader: undefined })}
              >
                <span translate="no">{shortenAddress(trader)} ✕</span>
                <span className="visually-hidden">All traders</span>
              </Button>
            )}
            <Button
              bare
              disabled={trades.length === 0}
              onClick={() =>
                saveFile(
                  csvName(symbol, of.address),
                  new Blob([csvOf(trades, symbol, identities)], { type: 'text/csv' }),
                )
              }
            >
              {history.hasNextPage ? `Save ${formatCount(trades.length)} loaded as CSV` : 'Save as CSV'}
            </Button>
          </>
        )}
      </div>
      {/* Screen readers only announce changes of a region that exists before its text. */}
      <p className="visually-hidden" role="status">
        {loadedCount > 0 ? loadedText(loadedCount) : isEmpty ? 'No trades match' : ''}
      </p>
      {trader === undefined || isMissing ? null : (
        <TraderPanel key={trader} address={of.address} trader={trader} symbol={symbol} />
      )}
      {isMissing ? <p className="hint">This service does not list trades.</p> : null}
      {error && !isMissing ? <ErrorNotice error={error} onRetry={() => void history.refetch()} /> : null}
      {isEmpty ? <p className="hint">No trades match.</p> : null}
      {trades.length > 0 || history.hasNextPage ? (
        <TradeTable
          trades={trades}
          symbol={symbol}
          identities={identities}
          hasPools={of.poolAddress === undefined}
          pricesInUsd={pricesInUsd || of.poolAddress === undefined}
          list={history}
          onTrader={(who) => onFilters({ ...filters, trader: toUserFriendly(who) })}
          onRead={setIsRead}
          newText={newCount > 0 ? countNoun(newCount, 'new trade') : ''}
          onShowNew={onShowNew}
        />
      ) : null}
    </>
  );
}

/** Returns the loaded trades. Those that arrive while the list is read are only counted until they are to be shown. */
function useTrades(of: TradesOf, filter: TradeFilter, isRead: boolean) {
  const isSnapshot = useIsSnapshot();
  const isPaused = useLiveUpdates((state) => state.isPaused) || isSnapshot;
  const history = useInfiniteQuery(tradeHistory(of, filter));
  const loaded = history.data?.pages ?? [];
  const newest = loaded.find(({ trades }) => trades.length > 0)?.trades[0];
  // Pages of trades that a filter leaves out may come before the first one.
  const isKnown = history.data !== undefined && (newest !== undefined || !history.hasNextPage);
  const isLive = isKnown && !isPaused;
  const { data: latest, refetch: loadNewer } = useQuery(newTrades(of, filter, newest?.time, isLive));
  const { poolAddress } = of;
  useEffect(() => {
    if (poolAddress === undefined || !isLive) return undefined;
    return followPool(poolAddress, () => void loadNewer());
  }, [poolAddress, isLive, loadNewer]);
  // More trades than one response holds: the oldest of them may not be loaded.
  const hasGap = latest?.next !== undefined && !isRead;
  const { refetch } = history;
  useEffect(() => {
    if (hasGap) void refetch();
  }, [hasGap, refetch]);
  const pages = [...(latest ? [latest] : []), ...loaded];
  const identities: Identities = new Map(pages.flatMap((page) => [...page.identities]));
  const all = joinTrades(pages);
  const [first] = all;
  const [heldKey, setHeldKey] = useState<string>();
  const firstKey = first && tradeKey(first);
  if (isRead ? heldKey === undefined && firstKey !== undefined : heldKey !== undefined)
    setHeldKey(isRead ? firstKey : undefined);
  const newCount = Math.max(
    all.findIndex((trade) => tradeKey(trade) === heldKey),
    0,
  );
  return {
    trades: all.slice(newCount),
    identities,
    history,
    newCount,
    onShowNew: () => setHeldKey(firstKey),
  };
}

interface TradeTableProps extends Pick<LiveRowsProps, 'list' | 'onRead' | 'newText' | 'onShowNew'> {
  readonly trades: readonly Transaction[];
  readonly symbol: string | undefined;
  readonly identities: Identities;
  /** Whether trades are of several pools. */
  readonly hasPools: boolean;
  readonly pricesInUsd: boolean;
  readonly onTrader: (address: string) => void;
}

function TradeTable(props: TradeTableProps) {
  const { trades, symbol, identities, hasPools, pricesInUsd, onTrader, ...live } = props;
  const now = useServiceClock();
  const rowHeight = scaled(useIsTouch() ? ROW_HEIGHTS.touch : ROW_HEIGHTS.mouse) + 1;
  const scroller = useRef<HTMLElement>(null);
  const [newest] = trades;
  const head = (
    <tr>
      <th scope="col">Age</th>
      <th scope="col" className={table.text}>
        Side
      </th>
      <th scope="col">Value, USD</th>
      <th scope="col" className={styles.amount}>
        Amount{symbol === undefined ? '' : `, ${symbol}`}
      </th>
      <th scope="col" className="phone-hidden">
        For
      </th>
      <th scope="col" className={`${styles.price} phone-hidden`}>
        {`Price, ${pricesInUsd || !newest ? 'USD' : symbolOf(newest.counterpart, identities)}`}
      </th>
      {hasPools ? (
        <th scope="col" className="phone-hidden">
          Exchange
        </th>
      ) : null}
      <th scope="col">Trader</th>
    </tr>
  );
  return (
    <LiveRows
      label="List of trades"
      className={styles.rows}
      scroller={scroller}
      rowHeight={rowHeight}
      count={trades.length}
      head={head}
      foot={<p className="hint">{loadedText(trades.length)}</p>}
      {...live}
    >
      {(index) => {
        const trade = trades[index];
        return trade ? (
          <tr key={tradeKey(trade)} aria-rowindex={index + 2}>
            <td>
              <TransactionLink hash={trade.hash}>
                <RelativeTime time={trade.time} now={now} />
              </TransactionLink>
            </td>
            <td className={`${table.text} ${trade.type === 'TT_BUY' ? 'up' : 'down'}`}>
              {trade.type === 'TT_BUY' ? 'Buy' : 'Sell'}
            </td>
            <td>
              <FormattedAmount amount={trade.usd} />
            </td>
            <td className={styles.amount}>
              <FormattedAmount amount={trade.amount} />
            </td>
            <td className="phone-hidden">
              <FormattedAmount amount={trade.counterpartAmount} />{' '}
              <bdi>{symbolOf(trade.counterpart, identities)}</bdi>
            </td>
            <td className={`${styles.price} phone-hidden`}>
              {pricesInUsd ? (
                <FormattedPrice price={usdPrice(trade)} title={quotePriceText(trade, identities)} />
              ) : (
                <FormattedPrice price={trade.price} />
              )}
            </td>
            {hasPools ? <td className="phone-hidden">{exchangeName(trade.exchangeId)}</td> : null}
            <td>
              <TraderButton who={trade.who} onTrader={onTrader} />
            </td>
          </tr>
        ) : null;
      }}
    </LiveRows>
  );
}

function loadedText(count: number): string {
  return `${countNoun(count, 'trade')} loaded`;
}

/** Enough for a price that is the quotient of rounded amounts. */
const PRICE_DIGITS = 6;

/** Returns the USD per jetton that a trade paid, to compare trades with different counterparts. */
function usdPrice({ usd, amount }: Transaction): Amount | undefined {
  const price = usd && numberFromAmount(usd) / numberFromAmount(amount);
  if (!price || !Number.isFinite(price)) return undefined;
  return amountFromDecimal(decimalOfNumber(Number(price.toPrecision(PRICE_DIGITS))));
}

function quotePriceText({ price, counterpart }: Transaction, identities: Identities): string {
  return `${fullAmountText(price)} ${symbolOf(counterpart, identities)}`;
}

interface TransactionLinkProps {
  readonly hash: string | undefined;
  /** The age of the transaction. */
  readonly children: ReactNode;
}

/** Links to a transaction in the explorer, if one is configured and the hash is known. */
function TransactionLink({ hash, children }: TransactionLinkProps) {
  const template = useQuery(transactionExplorer()).data;
  const href =
    template && hash !== undefined ? safeLink(fillExplorerTemplate(template, '{hash}', hash)) : undefined;
  if (href === undefined) return children;
  return (
    <UntrustedLink href={href}>
      <span className="visually-hidden">Transaction in the explorer, </span>
      {children}
    </UntrustedLink>
  );
}

/** Returns a name with the symbol, or the address of a jetton without a usable one, and the current UTC time. */
function csvName(symbol: string | undefined, address: string): string {
  const jetton =
    symbol?.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || toUserFriendly(address);
  const time = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  return `jetscope-${jetton}-trades-${time}.csv`;
}

type CsvField = readonly [name: string, cellOf: (trade: Transaction) => string | undefined];

/** Returns the trades with full numbers as CSV. */
function csvOf(trades: readonly Transaction[], symbol: string | undefined, identities: Identities): string {
  const fields: readonly CsvField[] = [
    ['time', ({ time }) => time],
    ['timeLt', ({ timeLt }) => timeLt],
    ['side', ({ type }) => (type === 'TT_BUY' ? 'buy' : 'sell')],
    ['amount', ({ amount }) => fullAmountText(amount)],
    ['symbol', () => symbol],
    ['counterpartAmount', ({ counterpartAmount }) => fullAmountText(counterpartAmount)],
    ['counterpart', ({ counterpart }) => symbolOf(counterpart, identities)],
    ['priceInCounterpart', ({ price }) => fullAmountText(price)],
    ['priceUsd', (trade) => optionalText(usdPrice(trade))],
    ['valueUsd', ({ usd }) => optionalText(usd)],
    ['exchange', ({ exchangeId }) => exchangeId],
    ['pool', ({ pool }) => toUserFriendly(pool)],
    ['trader', ({ who }) => who && toUserFriendly(who)],
    ['hash', ({ hash }) => hash],
  ];
  const rows = trades.map((trade) => csvRow(fields.map(([, cellOf]) => cellOf(trade))));
  return [csvRow(fields.map(([name]) => name)), ...rows].join('');
}

function optionalText(amount: Amount | undefined): string | undefined {
  return amount && fullAmountText(amount);
}
