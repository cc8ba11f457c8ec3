import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Market } from '#contract/market.ts';
import { ErrorNotice } from '#web/api/client/error-notice.tsx';
import { isNotFound } from '#web/api/client/errors.ts';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { Button } from '#web/kit/controls/button.tsx';
import table from '#web/kit/display/small-table.module.css';
import { useVerifiedOriginals } from '#web/list/verified-originals.ts';
import { OtherPoolRow } from './other-pool-row.tsx';
import styles from './other-pools.module.css';
import facts from './pool-facts.module.css';
import { MAX_OVERLAYS, parsePoolLink, serializePoolLink, withSharedQuote } from './pool-search.ts';
import { useOtherPools } from './use-other-pools.ts';

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
  const { view, overlays } = parsePoolLink(route.useSearch());
  const navigate = route.useNavigate();
  const toggle = (pool: string) => {
    const next = overlays.includes(pool) ? overlays.filter((one) => one !== pool) : [...overlays, pool];
    void navigate({
      search: serializePoolLink(withSharedQuote({ view, overlays: next }, market?.counterpart)),
      replace: true,
      resetScroll: false,
    });
  };
  // Only the pool's market tells whether its price lines remain.
  const isUnitUnknown = !market && view.quote === 'counterpart' && view.priceLines.length > 0;
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
    <section className={styles.block} aria-label="Other pools" aria-busy={list.isPending}>
      <h2 className={facts.title}>Other pools</h2>
      {hasNone ? <p className="hint">No other pool trades this jetton.</p> : null}
      {list.error && !hasNone && (!list.data || list.isFetchNextPageError) ? (
        <ErrorNotice
          error={list.error}
          onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())}
        />
      ) : null}
      {pools.length > 0 ? (
        <table className={`${table.table} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.overlay}>Overlay</span>
              </th>
              <th scope="col" className={table.text}>
                Pair
              </th>
              <th scope="col" className={`${table.text} ${styles.wide}`}>
                Exchange
              </th>
              <th scope="col" className={`${table.text} ${styles.wide}`}>
                Type
              </th>
              <th scope="col">
                Price, USD<span className={styles.secondary}>spread</span>
              </th>
              <th scope="col" className={styles.wide} title="Price difference from this pool">
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

function indexIn(overlays: readonly string[], pool: string): number | undefined {
  const index = overlays.indexOf(pool);
  return index < 0 ? undefined : index;
}
