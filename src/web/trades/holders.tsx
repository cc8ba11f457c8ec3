import { useQuery } from '@tanstack/react-query';
import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { HolderKind, LockedLiquidity, TopHolder, TopHolders } from '#contract/holders.ts';
import { useServiceClock } from '#web/api/client/service-status.ts';
import { topHolders } from '#web/api/queries/single-jetton.ts';
import { Fact } from '#web/kit/display/fact.tsx';
import { FormattedAmount, RelativeTime } from '#web/kit/display/formatted-values.tsx';
import { PoolLink } from '#web/kit/display/links.tsx';
import table from '#web/kit/display/small-table.module.css';
import { ExtensionError, TraderButton } from './trader-panel.tsx';
import type { TradersProps } from './traders.tsx';
import styles from './trades.module.css';
import { treemap } from './treemap.ts';

/** The largest holders of a jetton, how concentrated they are, and what is burned or locked. */
export function Holders({ address, symbol, onTrader }: TradersProps) {
  const query = useQuery(topHolders(address));
  const { data } = query;
  return (
    <>
      <div className={styles.head}>
        <h2>Top holders</h2>
        {data?.snapshotAt === undefined ? null : <Snapshot time={data.snapshotAt} source={data.source} />}
      </div>
      <ExtensionError query={query} missing="This service does not list holders." />
      {data?.snapshotAt === undefined ? null : (
        <HolderFigures holders={data} symbol={symbol} onTrader={onTrader} />
      )}
      {data && data.snapshotAt === undefined ? (
        <p className="hint">No source has stated the holders</p>
      ) : null}
      {data && data.liquidity.length > 0 ? <Liquidity address={address} pools={data.liquidity} /> : null}
    </>
  );
}

/** Returns when the snapshot was made, and by whom. */
function Snapshot({ time, source }: { time: string; source: string | undefined }) {
  const now = useServiceClock();
  return (
    <span className="note">
      {'As of '}
      <RelativeTime time={time} now={now} />
      {source === undefined ? ' ago' : ` ago, source: ${source}`}
    </span>
  );
}

interface FiguresProps extends Pick<TradersProps, 'symbol' | 'onTrader'> {
  readonly holders: TopHolders;
}

function HolderFigures({ holders, symbol, onTrader }: FiguresProps) {
  const { poolsPercent, burnedPercent, lockedPercent } = holders;
  if (holders.holders.length === 0) return <p className="hint">No holders</p>;
  return (
    <>
      <dl className={styles.figures}>
        <Fact label="Top 10 holders" title="Without pools and burned tokens">
          {percentText(holders.topTenPercent)}
        </Fact>
        <Fact label="Top 100 holders" title="The holders listed below without pools and burned tokens">
          {percentText(holders.topHundredPercent)}
        </Fact>
        <Fact label="In pools" title="Of the holders listed below">
          {percentText(poolsPercent)}
        </Fact>
        <Fact label="Burned" title="Held by burn addresses, which have no private key">
          {percentText(burnedPercent)}
        </Fact>
        <Fact label="In known lockers">{percentText(lockedPercent)}</Fact>
      </dl>
      {holders.supply ? (
        <HolderMap holders={holders.holders} />
      ) : (
        <p className="hint">Supply unknown: no shares</p>
      )}
      <div className={`${table.rows} ${styles.rows}`}>
        <HolderTable holders={holders.holders} symbol={symbol} onTrader={onTrader} />
      </div>
    </>
  );
}

function percentText(percent: number | undefined): string {
  if (percent === undefined) return '–';
  if (percent > 0 && percent < 0.01) return '< 0.01%';
  return `${percent.toFixed(2)}%`;
}

const kindLabels: Readonly<Record<HolderKind, string>> = {
  pool: 'Pool',
  burn: 'Burned',
  locker: 'Locker',
  contract: 'Contract',
  wallet: 'Wallet',
};

/** Returns what the owner is, by the service and by the source. */
function holderLabel({ kind, name, exchangeId }: TopHolder): string {
  const label = kind === undefined ? '' : kindLabels[kind];
  const ownerName = name ?? (exchangeId === undefined ? '' : exchangeName(exchangeId));
  return [label, ownerName].filter((text) => text !== '').join(', ');
}

/** Width by height of the map, as in the style sheet. */
const ASPECT = 4;
const MIN_LABELED_PERCENT = 2.5;

/** A treemap of the supply: a tile per holder, and one of all others. The table has the same as text. */
function HolderMap({ holders }: { holders: readonly TopHolder[] }) {
  const listed = holders.map((holder) => ({ ...holder, percent: holder.percent ?? 0 }));
  const rest = Math.max(0, 100 - listed.reduce((sum, { percent }) => sum + percent, 0));
  const parts = [
    ...listed.map((holder) => ({
      id: holder.owner,
      kind: holder.kind ?? 'unknown',
      percent: holder.percent,
      label:
        holder.kind === 'wallet' || holder.kind === undefined ? (holder.name ?? '') : holderLabel(holder),
      title: [shortenAddress(holder.ownerFriendly), holderLabel(holder)]
        .filter((text) => text !== '')
        .join(', '),
    })),
    { id: 'others', kind: 'others', percent: rest, label: 'All others', title: 'All others' },
  ].filter(({ percent }) => percent > 0);
  const sorted = parts.toSorted((a, b) => b.percent - a.percent);
  const tiles = treemap(
    sorted.map(({ percent }) => percent),
    ASPECT,
  );
  return (
    <div className={styles.map} role="img" aria-label="Shares of the supply, as in the table" translate="no">
      {sorted.map(({ id, kind, percent, label, title }, index) => {
        const { left, top, width, height } = tiles[index] ?? { left: 0, top: 0, width: 0, height: 0 };
        return (
          <span
            key={id}
            data-kind={kind}
            title={`${title}: ${percentText(percent)}`}
            style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
          >
            {percent < MIN_LABELED_PERCENT ? null : (
              <>
                {label} {percentText(percent)}
              </>
            )}
          </span>
        );
      })}
    </div>
  );
}

interface HolderTableProps extends Pick<TradersProps, 'symbol' | 'onTrader'> {
  readonly holders: readonly TopHolder[];
}

function HolderTable({ holders, symbol, onTrader }: HolderTableProps) {
  return (
    <table className={table.table} translate="no">
      <thead>
        <tr>
          <th scope="col">Holder</th>
          <th scope="col" className={table.text}>
            Kind
          </th>
          <th scope="col">Share</th>
          <th scope="col" title={symbol}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {holders.map((holder) => (
          <tr key={holder.owner}>
            <td>
              <TraderButton who={holder.owner} onTrader={onTrader} />
            </td>
            <td className={table.text} title={holderLabel(holder)}>
              {holderLabel(holder) === '' ? <span className="muted">unknown</span> : holderLabel(holder)}
            </td>
            <td>{percentText(holder.percent)}</td>
            <td>
              <FormattedAmount amount={holder.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is burned or locked of the LP tokens of pools. */
function Liquidity({ address, pools }: { address: string; pools: readonly LockedLiquidity[] }) {
  const now = useServiceClock();
  return (
    <>
      <div className={styles.subsection}>
        <h3>Burned and locked liquidity</h3>
        <span className="note">Shares of the LP tokens of each pool. Of other pools, it is unknown.</span>
      </div>
      <div className={styles.short}>
        <table className={table.table} translate="no">
          <thead>
            <tr>
              <th scope="col">Pool</th>
              <th scope="col">Burned</th>
              <th scope="col">In known lockers</th>
              <th scope="col">As of</th>
            </tr>
          </thead>
          <tbody>
            {pools.map(({ poolAddress, exchangeId, burnedPercent, lockedPercent, snapshotAt }) => (
              <tr key={poolAddress}>
                <td className="text-links">
                  <PoolLink address={address} poolAddress={poolAddress} title={toUserFriendly(poolAddress)}>
                    {`${exchangeName(exchangeId)} ${shortenAddress(toUserFriendly(poolAddress))}`}
                  </PoolLink>
                </td>
                <td>{percentText(burnedPercent)}</td>
                <td>{percentText(lockedPercent)}</td>
                <td>
                  <RelativeTime time={snapshotAt} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
