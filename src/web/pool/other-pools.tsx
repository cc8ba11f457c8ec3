import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from 'zustand';
import { toUserFriendly } from '#contract/address.ts';
import { shortenAddress } from '#contract/format/format-text.ts';
import { exchangeName, poolTypeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isNotFound } from '#web/api/client/errors.ts';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { OverlaySwatch } from '#web/chart/view/chart-legend.tsx';
import { Button, keepFocus } from '#web/kit/controls/button.tsx';
import type { LinkQuery } from '#web/kit/device/link-state.ts';
import {
  FormattedAmount,
  FormattedPrice,
  PercentChange,
  UnknownValue,
} from '#web/kit/display/formatted-values.tsx';
import { PairLink } from '#web/kit/display/links.tsx';
import table from '#web/kit/display/small-table.module.css';
import { useVerifiedOriginals } from '#web/list/related-jettons.ts';
import { priceSpread } from '#web/money/price-spread.ts';
import { type Originals, quoteWarning } from '#web/untrusted/look-alike.ts';
import { type OtherPool, poolName, useOtherPools } from './pool-chart.tsx';
import styles from './pool-page.module.css';
import { MAX_OVERLAYS, parsePoolLink, serializePoolLink, withSharedQuote } from './pool-search.ts';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  /** The market of this pool, which spreads are relative to. */
  readonly market: Market | undefined;
  readonly identity: JettonIdentity | undefined;
  /** The chart that pools are overlaid on. */
  readonly session: ChartSession | undefined;
}

const route = getRouteApi('/jetton/$address/pool/$poolAddress');
/** Number of pools to show at a time. */
const PAGE_SIZE = 12;

/** The other markets of the same jetton, highest liquidity first, with links and overlay switches. */
export function OtherPools({ address, poolAddress, market, identity, session }: Props) {
  const { overlays, quote, hasLevels } = route.useSearch({ select: selectOverlays, structuralSharing: true });
  const navigate = route.useNavigate();
  const toggle = (pool: string) => {
    const next = overlays.includes(pool) ? overlays.filter((one) => one !== pool) : [...overlays, pool];
    void navigate({
      search: (current: LinkQuery) =>
        serializePoolLink(
          withSharedQuote({ ...parsePoolLink(current), overlays: next }, market?.counterpart),
        ),
      replace: true,
      resetScroll: false,
    });
  };
  // Only the pool's market tells whether its price levels remain.
  const isUnitUnknown = !market && quote === 'counterpart' && hasLevels;
  const canOverlay = overlays.length < MAX_OVERLAYS && !isUnitUnknown;
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { list, listed, unlisted, identities } = useOtherPools(address, poolAddress, overlays);
  const originals = useVerifiedOriginals();
  const allIdentities = new Map([...identities, ...(identity ? [[address, identity] as const] : [])]);
  // Overlaid pools are always shown, so that they can be removed.
  const overlaid = listed.slice(limit).filter((pool) => overlays.includes(pool.poolAddress));
  const pools = [...listed.slice(0, limit), ...overlaid, ...unlisted];
  const hasNone = list.data ? !list.hasNextPage && pools.length === 0 : isNotFound(list.error);
  return (
    <section className={styles.otherPoolsBlock} aria-label="Other pools" aria-busy={list.isPending}>
      <h2 className={styles.sectionTitle}>Other pools</h2>
      {hasNone ? <p className="hint">No other pool trades this jetton.</p> : null}
      {list.error && !hasNone && (!list.data || list.isFetchNextPageError) ? (
        <ErrorNotice
          error={list.error}
          onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())}
        />
      ) : null}
      {pools.length > 0 ? (
        <table className={`${table.table} ${styles.table}`} translate="no">
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.overlay}>Overlay</span>
              </th>
              <th scope="col" className={table.text}>
                Pair
              </th>
              <th scope="col" className={`${table.text} phone-hidden`}>
                Exchange
              </th>
              <th scope="col" className={`${table.text} phone-hidden`}>
                Type
              </th>
              <th scope="col">
                Price, USD<span className={styles.secondary}>spread</span>
              </th>
              <th scope="col" className="phone-hidden" title="Price difference from this pool">
                Spread
              </th>
              <th scope="col">Liquidity, USD</th>
            </tr>
          </thead>
          <tbody>
            {pools.map((pool) => (
              <OtherPoolRow
                key={pool.poolAddress}
                address={address}
                pool={pool}
                reference={market}
                identities={allIdentities}
                originals={originals}
                session={session}
                overlayIndex={indexIn(overlays, pool.poolAddress)}
                canOverlay={canOverlay}
                onToggle={() => toggle(pool.poolAddress)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {listed.length > limit || list.hasNextPage ? (
        <div className={styles.more}>
          <Button
            ref={keepFocus}
            aria-disabled={list.isFetchingNextPage}
            onClick={() => {
              setLimit(limit + PAGE_SIZE);
              if (limit + PAGE_SIZE > listed.length && list.hasNextPage && !list.isFetching)
                void list.fetchNextPage();
            }}
          >
            {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Returns what the overlays depend on in a link, most of which changes whenever the chart is moved. */
function selectOverlays(search: LinkQuery) {
  const { overlays, view } = parsePoolLink(search);
  return { overlays, quote: view.quote, hasLevels: view.priceLevels.length > 0 };
}

function indexIn(overlays: readonly string[], pool: string): number | undefined {
  const index = overlays.indexOf(pool);
  return index < 0 ? undefined : index;
}

interface OtherPoolRowProps {
  readonly address: string;
  readonly pool: OtherPool;
  /** The market that the spread is relative to. */
  readonly reference: Market | undefined;
  readonly identities: Identities;
  readonly originals: Originals;
  readonly session: ChartSession | undefined;
  /** Index among the overlaid pools. Undefined if the pool is not overlaid. */
  readonly overlayIndex: number | undefined;
  /** Whether another pool can be overlaid. */
  readonly canOverlay: boolean;
  readonly onToggle: () => void;
}

function OtherPoolRow({
  address,
  pool,
  reference,
  identities,
  originals,
  session,
  overlayIndex,
  canOverlay,
  onToggle,
}: OtherPoolRowProps) {
  const { poolAddress, market } = pool;
  const quote = market && identities.get(market.counterpart);
  const percent = market && reference && priceSpread(market, reference);
  const spread = <PercentChange change={percent === undefined ? undefined : { percent }} />;
  const isOverlaid = overlayIndex !== undefined;
  return (
    <>
      <tr>
        <td>
          <input
            type="checkbox"
            aria-label={`Overlay ${poolName(pool, identities)}`}
            checked={isOverlaid}
            disabled={!isOverlaid && !canOverlay}
            onChange={onToggle}
          />{' '}
          {isOverlaid ? <OverlaySwatch index={overlayIndex} /> : null}
        </td>
        <th scope="row">
          <PairLink
            address={address}
            poolAddress={poolAddress}
            warning={quote && quoteWarning(quote, originals)}
          >
            {market ? (
              <>
                <bdi>{symbolOf(address, identities)}</bdi> /{' '}
                <bdi>{symbolOf(market.counterpart, identities)}</bdi>
              </>
            ) : (
              shortenAddress(toUserFriendly(poolAddress))
            )}
          </PairLink>
          {market ? (
            <span className={styles.secondary}>
              {exchangeName(market.exchangeId)}, {poolTypeName(market.type)}
            </span>
          ) : null}
        </th>
        <td className={`${table.text} phone-hidden`}>
          {market ? exchangeName(market.exchangeId) : <UnknownValue />}
        </td>
        <td className={`${table.text} phone-hidden`}>
          {market ? poolTypeName(market.type) : <UnknownValue />}
        </td>
        <td>
          <FormattedPrice price={market?.price.usd} />
          <span className={styles.secondary}>{spread}</span>
        </td>
        <td className="phone-hidden">{spread}</td>
        <td>
          <FormattedAmount amount={market?.liquidity.usd} />
        </td>
      </tr>
      {session && isOverlaid ? <OverlayError session={session} poolAddress={poolAddress} /> : null}
    </>
  );
}

/** The error of an overlaid pool whose ticks could not be loaded. */
function OverlayError({ session, poolAddress }: { session: ChartSession; poolAddress: string }) {
  const error = useStore(session.state, ({ overlayErrors }) => overlayErrors.get(poolAddress));
  if (!error) return null;
  return (
    <tr>
      <td colSpan={7} className={styles.error} translate="yes">
        <div role="alert">
          Couldn't load swaps. <ErrorNotice error={error} onRetry={() => session.retryOverlay(poolAddress)} />
        </div>
      </td>
    </tr>
  );
}
