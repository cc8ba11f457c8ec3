import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { parseAddress, toUserFriendly } from '#contract/address.ts';
import { countNoun } from '#contract/format/format-numbers.ts';
import { exchangeName } from '#contract/format/market-names.ts';
import type { Market } from '#contract/market.ts';
import { ErrorNotice, useErrorText } from '#web/api/client/error-notice.tsx';
import { isNotFound } from '#web/api/client/errors.ts';
import type { JettonIdentity } from '#web/api/decoding/decode-jetton.ts';
import { type Identities, symbolOf } from '#web/api/decoding/identities.ts';
import { jettonMarkets } from '#web/api/queries/markets.ts';
import { useJettonSearch } from '#web/chart/view/use-jetton-search.ts';
import { findDeepestMarket } from '#web/jetton/header/figures.ts';
import { Button, keepFocus } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { Select } from '#web/kit/controls/select.tsx';
import { loadNextPage } from '#web/kit/display/live-rows.tsx';
import { MarketTable } from './market-table.tsx';
import styles from './markets.module.css';

interface Props {
  readonly address: string;
  readonly identity: JettonIdentity | undefined;
}

/** Markets of the jetton (operation 12), sorted by liquidity and filtered by the URL's search parameters. */
export function Markets({ address, identity }: Props) {
  const { search, currency } = useJettonSearch();
  const all = useInfiniteQuery(jettonMarkets(address));
  const filters = {
    ...(search.exchangeId === undefined ? {} : { exchangeId: search.exchangeId }),
    ...rawAddressFilter('counterpart', search.counterpart),
    ...rawAddressFilter('poolAddress', search.poolAddress),
  };
  const list = useInfiniteQuery(jettonMarkets(address, filters));
  const errorText = useErrorText(list.error);
  const pages = list.data?.pages ?? [];
  const markets = pages.flatMap((page) => page.markets);
  const identities = new Map([...(all.data?.pages ?? []), ...pages].flatMap((page) => [...page.identities]));
  if (identity) identities.set(address, identity);
  const unfiltered = all.data?.pages.flatMap((page) => page.markets) ?? [];
  const isEmpty = isNotFound(list.error) || (list.data !== undefined && markets.length === 0);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <section aria-label="Markets" aria-busy={list.isPending} ref={trackInView}>
      <div className={styles.head}>
        <h2>Markets</h2>
        {unfiltered.length > 0 || isFiltered ? (
          <MarketFilters markets={unfiltered} identities={identities} />
        ) : null}
      </div>
      <div role="status">
        {isEmpty ? (
          <p className={styles.empty}>{isFiltered ? 'No markets match these filters' : 'No markets found'}</p>
        ) : null}
      </div>
      {list.error && !list.data && !isEmpty ? (
        <div className={styles.empty}>
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : null}
      {markets.length > 0 ? (
        <>
          <MarketTable
            address={address}
            currency={currency}
            markets={markets}
            identities={identities}
            deepest={findDeepestMarket(unfiltered)}
            isFullyLoaded={!list.hasNextPage}
            onEndNear={() => loadNextPage(list)}
          />
          <ListFooter
            count={markets.length}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            errorText={list.isFetchNextPageError ? errorText : undefined}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </>
      ) : null}
    </section>
  );
}

/** Pixels of an element that must be in the window: more than its heading. */
const MIN_VISIBLE = 40;

/** Marks an element with `data-in-view` while it is in the window, for the styles of what is above it. */
function trackInView(element: Element | null) {
  if (!element) return undefined;
  const observer = new IntersectionObserver(
    (entries) => element.toggleAttribute('data-in-view', entries.at(-1)?.isIntersecting),
    { rootMargin: `-${MIN_VISIBLE}px` },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Returns the filter with the address in raw form, or no filter if the address is missing or invalid. */
function rawAddressFilter<Name extends 'counterpart' | 'poolAddress'>(
  name: Name,
  address: string | undefined,
) {
  const raw = address === undefined ? undefined : parseAddress(address);
  return raw === undefined ? {} : { [name]: raw };
}

interface MarketFiltersProps {
  /** Unfiltered markets, which the options are taken from. */
  readonly markets: readonly Market[];
  readonly identities: Identities;
}

function MarketFilters({ markets, identities }: MarketFiltersProps) {
  const { search, change } = useJettonSearch();
  const { exchangeId, counterpart, poolAddress } = search;
  const exchanges = [
    ...new Set([...markets.map((market) => market.exchangeId), ...(exchangeId ? [exchangeId] : [])]),
  ];
  const counterparts = [
    ...new Set([
      ...markets.map((market) => toUserFriendly(market.counterpart)),
      ...(counterpart ? [counterpart] : []),
    ]),
  ];
  const isFiltered = [exchangeId, counterpart, poolAddress].some((value) => value !== undefined);
  return (
    <div className={styles.filters}>
      <FilterSelect label="Exchange" value={exchangeId} onChoose={(chosen) => change({ exchangeId: chosen })}>
        {exchanges.map((id) => [id, exchangeName(id)])}
      </FilterSelect>
      <FilterSelect label="Quote" value={counterpart} onChoose={(chosen) => change({ counterpart: chosen })}>
        {counterparts.map((address) => [address, symbolOf(parseAddress(address) ?? address, identities)])}
      </FilterSelect>
      <PoolField
        key={poolAddress ?? ''}
        pool={poolAddress}
        onPool={(chosen) => change({ poolAddress: chosen })}
      />
      {isFiltered ? (
        <Button
          bare
          onClick={() => change({ exchangeId: undefined, counterpart: undefined, poolAddress: undefined })}
        >
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
  /** Pairs of value and label. */
  readonly children: readonly (readonly [string, string])[];
}

function FilterSelect({ label, value, onChoose, children }: FilterSelectProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value ?? ''} onChoose={(chosen) => onChoose(chosen || undefined)}>
        {[['', 'Any'], ...children]}
      </Select>
    </div>
  );
}

interface PoolProps {
  readonly pool: string | undefined;
  readonly onPool: (pool: string | undefined) => void;
}

/** Accepts a pool address in any form. Invalid input is marked and not applied. */
function PoolField({ pool = '', onPool }: PoolProps) {
  const id = useId();
  const [text, setText] = useState(pool);
  const raw = parseAddress(text.trim());
  const isInvalid = text.trim() !== '' && raw === undefined;
  const apply = () => {
    const next = raw === undefined ? undefined : toUserFriendly(raw);
    if (!isInvalid && (next ?? '') !== pool) onPool(next);
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Pool</label>
      <input
        id={id}
        className={control.input}
        placeholder="Address"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={isInvalid}
        title={isInvalid ? 'Invalid address' : pool}
        onChange={({ target }) => setText(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </div>
  );
}

interface ListFooterProps {
  readonly count: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  /** Why the next page failed to load. */
  readonly errorText: string | undefined;
  readonly onLoadMore: () => void;
}

/** The number of loaded markets and a button that loads the next page. */
function ListFooter({ count, hasMore, isLoading, errorText, onLoadMore }: ListFooterProps) {
  const all = hasMore || count === 1 ? '' : 'All ';
  return (
    <div className={styles.footer}>
      <span role="status">{`${all}${countNoun(count, 'market')} loaded`}</span>
      {errorText ? (
        <span role="alert" className="danger">
          {errorText}
        </span>
      ) : null}
      {hasMore ? (
        <Button ref={keepFocus} aria-disabled={isLoading} onClick={() => !isLoading && onLoadMore()}>
          {isLoading ? 'Loading…' : 'Load more'}
        </Button>
      ) : null}
    </div>
  );
}
