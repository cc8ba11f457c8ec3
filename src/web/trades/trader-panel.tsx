import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { compareAmounts } from '#contract/amount.ts';
import { countNoun, formatCount } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { JettonTrader } from '#contract/traders.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, FormattedPrice, RelativeTime, Result } from '#web/kit/display/formatted-values.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { JettonLink, UntrustedLink } from '#web/kit/display/links.tsx';
import table from '#web/kit/display/small-table.module.css';
import { explorerLink } from '#web/list/jetton-queries.ts';
import { jettonsOfTrader, type TradedJetton, traderOf } from './trade-queries.ts';
import styles from './trades.module.css';

interface ExtensionErrorProps {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** Shown if the service does not have the operation. */
  readonly missing: string;
}

/** The error of an operation that other services with this API may lack. Renders nothing without one. */
export function ExtensionError({ query: { error, refetch }, missing }: ExtensionErrorProps) {
  if (isMissingEndpoint(error)) return <p className="hint">{missing}</p>;
  return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null;
}

interface TraderButtonProps {
  /** Raw address. */
  readonly who: string | undefined;
  readonly onTrader: (address: string) => void;
}

/** Selects a trader. */
export function TraderButton({ who, onTrader }: TraderButtonProps) {
  if (who === undefined) return <span className="muted">not known</span>;
  const address = toUserFriendly(who);
  const shortAddress = shortenAddress(address);
  return (
    <Button bare title={address} aria-label={`Only trades of ${shortAddress}`} onClick={() => onTrader(who)}>
      <span translate="no">{shortAddress}</span>
    </Button>
  );
}

export const REALIZED_RESULT_HINT = 'Proceeds of sales less the average cost of what was sold';

/** In USD. Unknown if nothing was sold at a known cost: zero would read as break-even. */
export function RealizedResult({ trader }: { trader: JettonTrader }) {
  const { sold, soldWithoutCost, resultUsd } = trader;
  const hasResult = compareAmounts(sold.amount, soldWithoutCost.amount) > 0;
  return <Result amount={hasResult ? resultUsd : undefined} />;
}

interface Props {
  /** Of the jetton. */
  readonly address: string;
  /** User-friendly address. */
  readonly trader: string;
  readonly symbol: string | undefined;
}

/** What a trader did with a jetton in all its markets. */
export function TraderPanel({ address, trader, symbol }: Props) {
  const { data, error } = useQuery(traderOf(address, parseAddress(trader) ?? trader));
  const explorer = useQuery(explorerLink(trader)).data;
  return (
    <section className={styles.trader} aria-label="Trader">
      <div className="cluster text-links">
        <AddressText address={trader} label="address of the trader" />
        {explorer ? <UntrustedLink href={explorer}>Explorer</UntrustedLink> : null}
        <span className="note">All swaps of this jetton. Transfers between wallets are not seen.</span>
      </div>
      {data ? <TraderFacts trader={data.trader} symbol={symbol} /> : null}
      {data === null ? <p className="hint">This address has not swapped the jetton.</p> : null}
      {error ? (
        <p className="hint">
          {isMissingEndpoint(error) ? 'This service has no totals of traders.' : 'Could not load the totals.'}
        </p>
      ) : null}
      <OtherJettons address={address} who={parseAddress(trader) ?? trader} />
    </section>
  );
}

interface OtherJettonsProps {
  /** Of the jetton that is not listed. */
  readonly address: string;
  /** Raw address of the trader. */
  readonly who: string;
}

const OTHER_JETTONS = 'Other jettons';

/** The other jettons that a trader traded last, closed, so that the trades of the page's jetton follow. */
function OtherJettons({ address, who }: OtherJettonsProps) {
  const query = useQuery(jettonsOfTrader(who));
  const { data, isPending } = query;
  const others = data?.jettons.filter((jetton) => jetton.address !== address);
  const trades = countNoun(data?.trades ?? 0, 'trade');
  return (
    <details>
      <summary>{others ? `${OTHER_JETTONS} (${formatCount(others.length)})` : OTHER_JETTONS}</summary>
      {data ? (
        <p className="note" title="A swap of two jettons is a trade of both">
          {data.hasMore ? `In the latest ${trades} of this address` : `In all ${trades} of this address`}
        </p>
      ) : null}
      {isPending ? <p className="hint">Loading…</p> : null}
      <ExtensionError query={query} missing="This service does not list the trades of an address." />
      {others?.length === 0 ? <p className="hint">No trades of other jettons</p> : null}
      {others && others.length > 0 ? <JettonTable jettons={others} /> : null}
    </details>
  );
}

function JettonTable({ jettons }: { jettons: readonly TradedJetton[] }) {
  const now = useServiceClock();
  return (
    <div className={styles.short}>
      <table className={table.table} translate="no">
        <thead>
          <tr>
            <th scope="col">Jetton</th>
            <th scope="col">Trades</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {jettons.map(({ address, identity, trades, lastTradeAt }) => (
            <tr key={address}>
              <td>
                <JettonLink address={address} className={styles.jetton}>
                  <JettonImage
                    url={identity?.image}
                    address={address}
                    symbol={identity?.symbol ?? ''}
                    size={20}
                  />
                  <bdi>{identity?.symbol ?? shortenAddress(toUserFriendly(address))}</bdi>{' '}
                  {identity ? <bdi className="note">{identity.name}</bdi> : null}
                </JettonLink>
              </td>
              <td>{formatCount(trades)}</td>
              <td>
                <RelativeTime time={lastTradeAt} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TraderFacts({ trader, symbol }: { trader: JettonTrader; symbol: string | undefined }) {
  const { bought, sold, net, soldWithoutCost, buys, sells, firstTradeAt, lastTradeAt } = trader;
  const now = useServiceClock();
  const unit = <bdi translate="no">{symbol}</bdi>;
  const sums = [
    ['Bought', bought, countNoun(buys, 'buy')],
    ['Sold', sold, countNoun(sells, 'sell')],
  ] as const;
  return (
    <dl className={styles.figures}>
      {sums.map(([label, sum, count]) => (
        <Fact key={label} label={label} title={count}>
          <FormattedAmount amount={sum.amount} /> {unit}
          <span className="note">
            {' '}
            <FormattedAmount amount={sum.usd} /> <span>USD</span>
            {sum.averagePrice ? (
              <span>
                , average <FormattedPrice price={sum.averagePrice} />
              </span>
            ) : null}
          </span>
        </Fact>
      ))}
      <Fact label="Net" title="Bought less sold">
        <FormattedAmount amount={net.amount} /> {unit}
      </Fact>
      <Fact label="Realized result" title={REALIZED_RESULT_HINT}>
        <RealizedResult trader={trader} /> USD
      </Fact>
      {/[1-9]/.test(soldWithoutCost.amount.value) ? (
        <Fact
          label="Sold at no known cost"
          title="More than this address had bought, such as from transfers. Not part of the result"
        >
          <FormattedAmount amount={soldWithoutCost.amount} /> {unit}
          <span className="note">
            {' '}
            <FormattedAmount amount={soldWithoutCost.usd} /> USD
          </span>
        </Fact>
      ) : null}
      <Fact label="First trade">
        <RelativeTime time={firstTradeAt} now={now} />
      </Fact>
      <Fact label="Last trade">
        <RelativeTime time={lastTradeAt} now={now} />
      </Fact>
    </dl>
  );
}
