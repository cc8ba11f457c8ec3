import { useQuery } from '@tanstack/react-query';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import type { Amount } from '#contract/amount.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import type { JettonTrader } from '#contract/traders.ts';
import { isMissingEndpoint } from '#web/api/client/errors.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { AddressText } from '#web/kit/display/address-text.tsx';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, FormattedPrice, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import { UntrustedLink } from '#web/kit/display/links.tsx';
import { explorerLink } from '#web/list/jetton-queries.ts';
import { traderOf } from './trade-queries.ts';
import styles from './trades.module.css';

interface TraderButtonProps {
  /** Raw address. */
  readonly who: string | undefined;
  readonly onTrader: (address: string) => void;
}

/** Selects a trader. */
export function TraderButton({ who, onTrader }: TraderButtonProps) {
  if (who === undefined) return <span className="muted">not known</span>;
  const address = toUserFriendly(who);
  return (
    <Button bare title={address} aria-label={`Only trades of ${address}`} onClick={() => onTrader(who)}>
      <span translate="no">{shortenAddress(address)}</span>
    </Button>
  );
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
    </section>
  );
}

function TraderFacts({ trader, symbol }: { trader: JettonTrader; symbol: string | undefined }) {
  const { bought, sold, net, resultUsd, soldWithoutCost, buys, sells, firstTradeAt, lastTradeAt } = trader;
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
      <Fact label="Realised result" title="Proceeds of sales less the average cost of what was sold">
        <Result amount={resultUsd} /> USD
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

/** A gain or a loss. */
export function Result({ amount }: { amount: Amount | undefined }) {
  const isLoss = amount?.value.startsWith('-');
  const isGain = !isLoss && /[1-9]/.test(amount?.value ?? '');
  return (
    <span className={isLoss ? 'down' : isGain ? 'up' : undefined}>
      {isGain ? <span translate="no">+</span> : null}
      <FormattedAmount amount={amount} />
    </span>
  );
}
