import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { countNoun } from '#contract/format/format-numbers.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import { MAX_ADDRESSES } from '#contract/pagination.ts';
import { ErrorNotice, LoadFailure } from '#web/api/client/error-notice.tsx';
import { isMissingEndpoint, ServiceError } from '#web/api/client/errors.ts';
import { useIsSnapshot, useServiceClock } from '#web/api/client/service-status.ts';
import type { ListedJetton } from '#web/api/decoding/decode-jetton.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { parseLink } from '#web/kit/device/link-state.ts';
import { scaled, useIsPhone } from '#web/kit/device/media.ts';
import { useLiveUpdates } from '#web/kit/device/preferences.ts';
import { LookAlikeBadge, ModifiedBadge, Verification, WarningBadge } from '#web/kit/display/badges.tsx';
import {
  FormattedAmount,
  FormattedCount,
  FormattedDayChange,
  FormattedPrice,
  PercentChange,
  RelativeTime,
  UnknownValue,
} from '#web/kit/display/formatted-values.tsx';
import { FullHeightPage } from '#web/kit/display/full-height-page.tsx';
import { JettonImage } from '#web/kit/display/jetton-image.tsx';
import { JettonLink, PairLink, PoolLink } from '#web/kit/display/links.tsx';
import { LiveRows, type LiveRowsProps, useLoadedCount } from '#web/kit/display/live-rows.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import table from '#web/kit/display/small-table.module.css';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { useVerifiedOriginals } from '#web/list/related-jettons.ts';
import { WatchButton } from '#web/list/watch-button.tsx';
import { fullAmountText } from '#web/money/amounts.ts';
import { lookAlikeWarning, type Originals, quoteWarning } from '#web/untrusted/look-alike.ts';
import styles from './new-pools.module.css';
import { Filters, type FiltersProps } from './new-pools-filters.tsx';
import { type NewPoolsFilter, newPoolsLink } from './new-pools-link.ts';
import {
  type DayActivity,
  dayActivity,
  type ListedPool,
  latestPools,
  newPools,
  POLLED_POOLS,
  poolKey,
} from './new-pools-queries.ts';

const route = getRouteApi('/new');
/** Pixels at the default font size, as in the style sheet. */
const ROW_HEIGHT = 49;

/** Pools by their first trade, newest first. New ones appear by themselves unless the user is reading. */
export function NewPoolsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { state: filter, ignored } = useMemo(() => parseLink(newPoolsLink, search), [search]);
  const change = (next: NewPoolsFilter) =>
    void navigate({ search: newPoolsLink.serialize(next), resetScroll: false });
  return (
    <FullHeightPage>
      <title>New pools · Jetscope</title>
      <NewPools filter={filter} onFilter={change}>
        <IgnoredFiltersBanner ignored={ignored} onDismiss={() => change(filter)} />
      </NewPools>
    </FullHeightPage>
  );
}

interface NewPoolsProps extends FiltersProps {
  readonly children: ReactNode;
}

function NewPools({ filter, onFilter, children }: NewPoolsProps) {
  const [isRead, setIsRead] = useState(false);
  const { pools, history, waiting, showWaiting, activityOf } = useNewPools(filter, isRead);
  const { error, isPending } = history;
  const isMissing = isMissingEndpoint(error);
  // The exchange of a link can be unknown to the service.
  const isRefused = error instanceof ServiceError && error.status === 400;
  const loadedCount = useLoadedCount(history.data, pools.length);
  const failure = isMissing || isRefused ? null : error;
  const retry = () => void history.refetch();
  const isEmpty = isRefused || (!error && !isPending && pools.length === 0 && !history.hasNextPage);
  return (
    <div className="column fill">
      <div className={styles.head}>
        <h1>New pools</h1>
        {isMissing ? null : <Filters filter={filter} onFilter={onFilter} />}
        {failure && history.data ? <ErrorNotice error={failure} onRetry={retry} /> : null}
        <p className="visually-hidden" role="status">
          {waiting !== '' ? 'New pools' : history.data ? `${countNoun(loadedCount, 'pool')} loaded` : ''}
        </p>
      </div>
      {children}
      {isMissing ? (
        <Notice title="No new pools" text="This service does not list new pools.">
          <Link to="/">All jettons</Link>
        </Notice>
      ) : null}
      {failure && !history.data ? (
        <LoadFailure title="Couldn't load pools" error={failure} onRetry={retry} />
      ) : null}
      {isEmpty ? (
        <Notice title="No pools found" text="No pool matches the filters.">
          <Button disappears onClick={() => onFilter({})}>
            Remove filters
          </Button>
        </Notice>
      ) : null}
      {pools.length > 0 || history.hasNextPage ? (
        <PoolTable
          pools={pools}
          activityOf={activityOf}
          list={history}
          onRead={setIsRead}
          newText={waiting}
          onShowNew={showWaiting}
        />
      ) : null}
    </div>
  );
}

const none: readonly ListedPool[] = [];
/** More pools than that are loaded anew as pages, so that one request has the statistics of those that arrived. */
const MAX_ARRIVED = MAX_ADDRESSES - POLLED_POOLS;

/**
 * Returns the loaded pools with the latest values, and a label of those that wait: they arrived while the user was reading the
 * rows, and are shown on request or when the user stops reading.
 */
function useNewPools(filter: NewPoolsFilter, isRead: boolean) {
  const isSnapshot = useIsSnapshot();
  const isPaused = useLiveUpdates((state) => state.isPaused) || isSnapshot;
  const history = useInfiniteQuery(newPools(filter));
  const { refetch } = history;
  const latest = useQuery(latestPools(filter, history.isSuccess && !isPaused)).data?.items ?? [];
  // Another list, and the same one loaded anew, have another first page.
  const [first] = history.data?.pages ?? [];
  const [{ before, items }, setItems] = useState({ before: first, items: none });
  const arrived = before === first ? items : none;
  const setArrived = (pools: readonly ListedPool[]) => setItems({ before: first, items: pools });
  const pages = (history.data?.pages ?? []).map(({ items }) => items);
  const loaded = [...arrived, ...pages.flat()];
  const keys = new Set(loaded.map(poolKey));
  const fresh = latest.filter((pool) => !keys.has(poolKey(pool)));
  // There may be more between them and the loaded ones.
  const hasGap = fresh.length === POLLED_POOLS;
  const mustReload = hasGap || arrived.length + fresh.length > MAX_ARRIVED;
  const showWaiting = () => {
    if (mustReload) void refetch();
    else setArrived([...fresh, ...arrived]);
  };
  const isWaiting = fresh.length > 0 && isRead;
  const isShown = fresh.length > 0 && !isRead;
  if (isShown && !mustReload) setArrived([...fresh, ...arrived]);
  const reloads = isShown && mustReload;
  useEffect(() => {
    if (reloads) void refetch();
  }, [reloads, refetch]);
  const ofPages = useQueries({ queries: pages.map((page) => dayActivity(page, false)) });
  const loadedOf = (address: string) => ofPages.find(({ data }) => data?.has(address))?.data?.get(address);
  // The statistics of the first page are those of the latest pools.
  const isLoaded = ofPages.every(({ isPending }) => !isPending);
  const live = useQuery(dayActivity(isLoaded ? [...latest, ...arrived] : none, !isPaused, loadedOf)).data;
  const current = new Map(latest.map((pool) => [poolKey(pool), pool]));
  const unique = new Map(loaded.map((pool) => [poolKey(pool), current.get(poolKey(pool)) ?? pool]));
  return {
    pools: [...unique.values()],
    history,
    waiting: isWaiting
      ? `${fresh.length}${hasGap ? '+' : ''} new ${fresh.length === 1 ? 'pool' : 'pools'}`
      : '',
    showWaiting,
    activityOf: (address: string) => live?.get(address) ?? loadedOf(address),
  };
}

interface PoolTableProps extends Pick<LiveRowsProps, 'list' | 'onRead' | 'newText' | 'onShowNew'> {
  readonly pools: readonly ListedPool[];
  /** Undefined until it is known. */
  readonly activityOf: (address: string) => DayActivity | undefined;
}

function PoolTable({ pools, activityOf, ...live }: PoolTableProps) {
  const scroller = useRef<HTMLElement>(null);
  const now = useServiceClock();
  const originals = useVerifiedOriginals();
  const head = (
    <tr>
      <th scope="col" className={styles.star}>
        <span className="visually-hidden">Watchlist</span>
      </th>
      <th scope="col" className={`${table.text} ${styles.jetton}`}>
        Jetton
      </th>
      <th scope="col" className={`${table.text} phone-hidden`}>
        Pool
      </th>
      <th scope="col" className={`${styles.age} phone-hidden`} title="Since the first trade in the pool">
        Age
      </th>
      <th scope="col" className={`${styles.price} ${styles.wide}`}>
        Price, USD
      </th>
      <th
        scope="col"
        className={`${styles.change} phone-hidden`}
        title="Change of the price of the jetton in USD over 24 hours, or since its first trade"
      >
        24h
      </th>
      <th
        scope="col"
        className={`${styles.volume} ${styles.wide}`}
        title="Volume of the jetton over 24 hours, in all its pools"
      >
        Volume 24h, USD
      </th>
      <th scope="col" className={styles.liquidity} title="Liquidity of the pool">
        Liquidity, USD
      </th>
      <th scope="col" className={`${styles.fdv} ${styles.wide}`}>
        FDV, USD
      </th>
      <th scope="col" className={`${styles.holders} ${styles.wide}`}>
        Holders
      </th>
      <th
        scope="col"
        className={styles.buyers}
        title="Traders who bought in the pool within an hour of its first trade"
      >
        First buyers
      </th>
      <th
        scope="col"
        className={styles.held}
        title="What the first buyers have bought less what they have sold in the pool until now, relative to what they bought in this hour"
      >
        Now held
      </th>
      <th scope="col" className={`${styles.trust} phone-hidden`}>
        Trust
      </th>
    </tr>
  );
  return (
    <LiveRows
      label="List of new pools"
      className={styles.rows}
      scroller={scroller}
      rowHeight={scaled(ROW_HEIGHT)}
      count={pools.length}
      head={head}
      {...live}
    >
      {(index) => {
        const pool = pools[index];
        return pool ? (
          <PoolRow
            key={poolKey(pool)}
            pool={pool}
            activity={activityOf(pool.jetton.identity.address)}
            index={index}
            now={now}
            originals={originals}
          />
        ) : null;
      }}
    </LiveRows>
  );
}

interface PoolRowProps {
  readonly pool: ListedPool;
  readonly activity: DayActivity | undefined;
  readonly index: number;
  readonly now: Date;
  readonly originals: Originals;
}

function PoolRow({ pool, activity, index, now, originals }: PoolRowProps) {
  const { jetton, market, quote, quoteSymbol, firstTickAt, firstBuyers } = pool;
  const { identity, verification } = jetton;
  const isPhone = useIsPhone();
  const change = activity ? <FormattedDayChange change={activity.change} now={now} /> : null;
  const age = <RelativeTime time={firstTickAt} now={now} />;
  const isScam = verification === 'JVS_SCAM';
  const badges = (
    <>
      {jetton.modifiedContract && !isScam ? <ModifiedBadge /> : null}
      <WarningBadge warnings={jetton.warnings} />
      <LookAlikeBadge warning={lookAlikeWarning(jetton, originals)} />
    </>
  );
  return (
    <tr aria-rowindex={index + 2}>
      <td className={styles.star}>
        <WatchButton address={identity.address} symbol={identity.symbol} />
      </td>
      <th scope="row" className={`${table.text} ${styles.jetton}`}>
        <RowLink pool={pool}>
          <JettonImage url={identity.image} address={identity.address} symbol={identity.symbol} size={24} />
          <span>
            <span className={styles.line}>
              <bdi className="ellipsis">{identity.symbol}</bdi>
              {isPhone && isScam ? null : <Verification status={verification} />}
              {isPhone ? null : badges}
            </span>
            {isPhone ? (
              <span className={styles.parts}>
                {isScam ? <Verification status={verification} /> : null}
                {badges}
                {activity ? (
                  <PercentChange change={activity.change} untraded={activity.change?.untraded} />
                ) : (
                  <bdi>{quoteSymbol}</bdi>
                )}
                <span>{exchangeName(market.exchangeId)}</span>
              </span>
            ) : (
              <bdi className="subline">{identity.name}</bdi>
            )}
          </span>
        </RowLink>
      </th>
      <td className={`${table.text} phone-hidden`}>
        <PairLink
          address={identity.address}
          poolAddress={market.poolAddress}
          warning={quote && quoteWarning(quote, originals)}
        >
          <bdi>{identity.symbol}</bdi> / <bdi>{quoteSymbol}</bdi>
        </PairLink>
        <span className="subline">{exchangeName(market.exchangeId)}</span>
      </td>
      <td className="phone-hidden">{age}</td>
      <td className={styles.wide}>
        <FormattedPrice price={market.price.usd} />
      </td>
      <td className="phone-hidden">{change}</td>
      <td className={styles.wide}>{activity ? <FormattedAmount amount={activity.volume} /> : null}</td>
      <td>
        <FormattedAmount amount={market.liquidity.usd} />
        <span className="subline phone-only">
          {age}, trust {jetton.trustScore ?? <UnknownValue />}
        </span>
      </td>
      <td className={styles.wide}>
        <FormattedAmount amount={jetton.fdmc} />
      </td>
      <td className={styles.wide}>
        <FormattedCount count={jetton.holders} />
      </td>
      <td>
        <FormattedCount count={String(firstBuyers.buyers)} />
        <span className={styles.heldBelow}>
          <HeldShare firstBuyers={firstBuyers} /> held
        </span>
      </td>
      <td className={styles.held}>
        <HeldShare firstBuyers={firstBuyers} />
      </td>
      <td className="phone-hidden">
        {jetton.trustScore ?? <UnknownValue />}
        <span className="subline">{trustSign(jetton)}</span>
      </td>
    </tr>
  );
}

/** Links to the jetton, or on phones, which have no other link in a row, to the pool. */
function RowLink({ pool: { jetton, market }, children }: { pool: ListedPool; children: ReactNode }) {
  const link = { address: jetton.identity.address, className: styles.link, children };
  return useIsPhone() ? <PoolLink poolAddress={market.poolAddress} {...link} /> : <JettonLink {...link} />;
}

/** What the first buyers hold of the pool's jetton, relative to what they bought. Unknown without buyers. */
function HeldShare({ firstBuyers: { bought, net } }: Pick<ListedPool, 'firstBuyers'>) {
  const total = Number(bought.value);
  if (net === undefined || total === 0) return <UnknownValue />;
  const percent = Math.max(0, Math.round((Number(net.value) / total) * 100));
  return (
    <span title={`${fullAmountText(net)} of ${fullAmountText(bought)}`} translate="no">
      {percent}%
    </span>
  );
}

/** What an admin can still change, or that there is none. */
function trustSign({ mintable, admin }: ListedJetton): string {
  if (mintable) return 'mintable';
  return admin?.isRevoked ? 'no admin' : '';
}
