import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { isNotFound } from '#web/api/transport/errors.ts';
import type { ChartSession } from '#web/chart/chart-session.ts';
import { ErrorNotice } from '#web/chart/ui/error-notice.tsx';
import { Button } from '#web/components/controls/button.tsx';
import table from '#web/components/display/small-table.module.css';
import { MAX_OVERLAYS, parsePoolLink, serializePoolLink, withSharedQuote } from '#web/url/pool-search.ts';
import { OtherPoolRow } from './other-pool-row.tsx';
import styles from './other-pools.module.css';
import facts from './pool-facts.module.css';
import { useOtherPools } from './use-other-pools.ts';

interface Props {
  readonly address: string;
  readonly poolAddress: string;
  readonly face: JettonIdentity | undefined;
  /** Of the chart that they are laid over. */
  readonly session: ChartSession | undefined;
}

const route = getRouteApi('/jetton/$address/pool/$poolAddress');
/** So many more are shown at a time. */
const STEP = 12;

/** The other markets of the same jetton, deepest first: to go to, or to lay over the chart. */
export function OtherPools({ address, poolAddress, face, session }: Props) {
  const { view, overlays } = parsePoolLink(route.useSearch());
  const navigate = route.useNavigate();
  const toggle = (pool: string) => {
    const next = overlays.includes(pool) ? overlays.filter((one) => one !== pool) : [...overlays, pool];
    void navigate({
      search: serializePoolLink(withSharedQuote({ view, overlays: next })),
      replace: true,
      resetScroll: false,
    });
  };
  const [most, setMost] = useState(STEP);
  const { list, listed, far, faces } = useOtherPools(address, poolAddress, overlays);
  const named = new Map([...faces, ...(face ? [[address, face] as const] : [])]);
  // What is laid over can be taken off, wherever it stands in the list.
  const beyond = listed.slice(most).filter((pool) => overlays.includes(pool.poolAddress));
  const pools = [...listed.slice(0, most), ...beyond, ...far];
  const hasNone = list.data ? !list.hasNextPage && pools.length === 0 : isNotFound(list.error);
  return (
    <section aria-label="Other pools" aria-busy={list.isPending}>
      <h2 className={facts.title}>Other pools</h2>
      {hasNone ? <p className={facts.said}>No other pool trades this jetton.</p> : null}
      {list.error && !hasNone && (!list.data || list.isFetchNextPageError) ? (
        <ErrorNotice
          error={list.error}
          onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())}
        />
      ) : null}
      {pools.length > 0 ? (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Over</th>
              <th scope="col" className={table.text}>
                Pair
              </th>
              <th scope="col">Exchange</th>
              <th scope="col">Liquidity, USD</th>
            </tr>
          </thead>
          <tbody>
            {pools.map((pool) => (
              <OtherPoolRow
                key={pool.poolAddress}
                address={address}
                pool={pool}
                faces={named}
                session={session}
                place={placeIn(overlays, pool.poolAddress)}
                isFull={overlays.length >= MAX_OVERLAYS}
                onToggle={() => toggle(pool.poolAddress)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {listed.length > most || list.hasNextPage ? (
        <div className={styles.more}>
          <Button
            aria-disabled={list.isFetchingNextPage}
            onClick={() => {
              setMost(most + STEP);
              if (most + STEP > listed.length && list.hasNextPage && !list.isFetching)
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

function placeIn(others: readonly string[], pool: string): number | undefined {
  const place = others.indexOf(pool);
  return place < 0 ? undefined : place;
}
