import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { toUserFriendly } from '#contract/address.ts';
import { formatCount } from '#contract/format/format-numbers.ts';
import { MAX_CHARTS } from '#contract/page-links.ts';
import { ColumnsButton } from '#web/grid/columns/columns-button.tsx';
import { PeriodSwitch, UnitSwitch } from '#web/grid/columns/value-switches.tsx';
import { CompareLink } from '#web/grid/compare-link.tsx';
import { JettonGrid } from '#web/grid/jetton-grid.tsx';
import { Button, focusMain } from '#web/kit/controls/button.tsx';
import control from '#web/kit/controls/controls.module.css';
import { CurrencyField } from '#web/kit/controls/currency-field.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import toggle from '#web/kit/controls/toggle-button.module.css';
import { parseQuery, replacesEntry } from '#web/kit/device/link-state.ts';
import { AddressBanner } from '#web/kit/display/address-banner.tsx';
import { Banner } from '#web/kit/display/banner.tsx';
import { FullHeightPage } from '#web/kit/display/full-height-page.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { Notice } from '#web/kit/display/notice.tsx';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { isSameList, listFilterOf, screenLink } from '#web/list/list-state.ts';
import type { ChangeScreen } from '#web/list/use-list-state.ts';
import { addToWatchlist, useWatchlist } from '#web/list/watchlist.ts';
import {
  type ParsedWatchlist,
  parseWatchlist,
  WATCHLIST_PATH,
  type WatchlistScreen,
  watchlistLink,
  watchlistPath,
} from '#web/list/watchlist-link.ts';
import { chunkAddresses, useWatchlistRows, type WatchlistRows } from './use-watchlist-rows.ts';
import styles from './watchlist-page.module.css';
import {
  createList,
  type ListError,
  listErrorTexts,
  nameInLink,
  newListName,
  useWatchlists,
} from './watchlists.ts';

const WatchlistsPanel = lazyWithRetry(async () => (await import('./watchlists-panel.tsx')).WatchlistsPanel);
const OrderPanel = lazyWithRetry(async () => (await import('./watchlists-panel.tsx')).OrderPanel);
const RowsExport = lazyWithRetry(async () => (await import('#web/grid/export-panel.tsx')).RowsExport);
const SharePanel = lazyWithRetry(async () => (await import('#web/grid/share-panel.tsx')).SharePanel);

/** Shows this device's watchlist, or the read-only watchlist of a link. */
export function WatchlistPage() {
  const link = useWatchlistLink();
  // Remount for another list, so that undo and loaded rows are not carried over.
  return <Watchlist key={link.shared?.join() ?? ''} {...link} />;
}

function Watchlist({
  screen,
  shared,
  sharedName,
  ignored,
  change,
  toggleByHand,
}: ReturnType<typeof useWatchlistLink>) {
  const own = useWatchlist(({ addresses }) => addresses);
  const openName = useWatchlists(({ name }) => name);
  const addresses = shared ?? own;
  const rows = useWatchlistRows(addresses, listFilterOf(screen), screen.isByHand);
  const { sort, order } = screen.filter;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <FullHeightPage>
      <title>{`${shared ? sharedTitle(sharedName) : openName} · Jetscope`}</title>
      <div className="column fill">
        <div className={styles.head}>
          <div className={styles.name}>
            {shared ? (
              <SharedWatchlistHeader title={title} shared={shared} name={sharedName} />
            ) : (
              // Undo is for the jettons removed from this list.
              <WatchlistHeader key={openName} title={title} name={openName} />
            )}
          </div>
          <div className={styles.currency}>
            <CurrencyField
              currency={screen.currency}
              onCurrency={(currency) => change((current) => ({ ...current, currency }))}
            />
          </div>
          <div className={styles.actions}>
            <PeriodSwitch screen={screen} onChange={change} />
            <UnitSwitch screen={screen} onChange={change} />
            {shared || own.length < 2 ? null : (
              <button
                type="button"
                className={`${toggle.button} ${styles.byHand}`}
                aria-pressed={screen.isByHand}
                title="Your own order instead of that of a column"
                onClick={toggleByHand}
              >
                By hand
              </button>
            )}
            {screen.isByHand && !shared ? (
              <PopupButton label="Order">
                <OrderPanel jettons={rows.source.rows.rows} />
              </PopupButton>
            ) : null}
            <CompareLink currency={screen.currency} />
            {addresses.length > 0 ? (
              <Link
                to="/charts"
                search={{ chart: addresses.slice(0, MAX_CHARTS).map(toUserFriendly) }}
                className={control.button}
                title={`Charts of the first ${MAX_CHARTS} jettons of the list`}
              >
                Charts
              </Link>
            ) : null}
            <ColumnsButton screen={screen} onChange={change} />
            <PopupButton label="Lists">
              <WatchlistsPanel />
            </PopupButton>
            <PopupButton label="Export">
              <RowsExport jettons={rows.source.rows.rows} currency={screen.currency} />
            </PopupButton>
            <PopupButton label="Share">
              <SharePanel
                path={watchlistPath(screen, addresses, shared ? sharedName : nameInLink(openName))}
                filters={chunkAddresses(addresses).map((address) => ({ address, sort, order }))}
              />
            </PopupButton>
          </div>
        </div>
        <IgnoredFiltersBanner ignored={ignored} onDismiss={() => change((current) => current)} />
        {addresses.length === 0 ? (
          <EmptyWatchlist reason={shared ? 'no address' : 'empty'} />
        ) : (
          <WatchlistGrid title={title} screen={screen} rows={rows} isOwn={!shared} onChange={change} />
        )}
      </div>
    </FullHeightPage>
  );
}

/** Returns the watchlist in the URL and a function that changes its screen. Shared addresses do not change. */
function useWatchlistLink(): ParsedWatchlist & {
  /** Ends the order by hand if the list is sorted. */
  readonly change: ChangeScreen;
  readonly toggleByHand: () => void;
} {
  const router = useRouter();
  const current = useLocation({
    select: ({ pathname, searchStr, hash }) =>
      pathname === WATCHLIST_PATH ? ([searchStr, hash] as const) : undefined,
    structuralSharing: true,
  });
  // While another page is loading, this one stays as it is.
  const [link, setLink] = useState(current);
  if (current && current !== link) setLink(current);
  const [search = '', hash = ''] = link ?? [];
  const parsed = useMemo(() => parseWatchlist(parseQuery(search), hash), [search, hash]);
  const update = useCallback(
    (changed: (screen: WatchlistScreen) => WatchlistScreen) => {
      const { searchStr, hash: currentHash } = router.latestLocation;
      const { screen, shared, sharedName } = parseWatchlist(parseQuery(searchStr), currentHash);
      const next = changed(screen);
      const isSameOrder = isSameList(screen, next) && screen.isByHand === next.isByHand;
      void router.navigate({
        to: WATCHLIST_PATH,
        ...watchlistLink(next, shared, sharedName),
        replace: isSameOrder && replacesEntry(screenLink, screen, next),
        resetScroll: !isSameOrder,
      });
    },
    [router],
  );
  const change: ChangeScreen = useCallback(
    (changed) =>
      update((screen) => {
        const next = changed(screen);
        return { ...next, isByHand: screen.isByHand && next.filter === screen.filter };
      }),
    [update],
  );
  const toggleByHand = () => update((screen) => ({ ...screen, isByHand: !screen.isByHand }));
  return { ...parsed, change, toggleByHand };
}

interface TitleProps {
  /** Receives the focus when a pressed button is removed. */
  readonly title: RefObject<HTMLHeadingElement | null>;
}

/** Header of this device's watchlist: its size, and undo for jettons removed since the page was opened. */
function WatchlistHeader({ title, name }: TitleProps & { name: string }) {
  const { addresses } = useWatchlist();
  const [previous, setPrevious] = useState(addresses);
  const all = withRemoved(addresses, previous);
  if (all.join() !== previous.join()) setPrevious(all);
  const removed = all.length - addresses.length;
  const undo = () => {
    useWatchlist.setState({ addresses: all });
    title.current?.focus();
  };
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        <bdi translate="no">{name}</bdi>
      </h1>
      <span className="hint nowrap">{formatCount(addresses.length)}</span>
      <span className="hint nowrap" role="status">
        {removed > 0 ? `${formatCount(removed)} removed` : ''}
      </span>
      {removed > 0 ? (
        <Button bare onClick={undo}>
          Undo
        </Button>
      ) : null}
    </>
  );
}

/** Returns addresses with those removed since `previous`, each after the one that it followed. */
function withRemoved(addresses: readonly string[], previous: readonly string[]): readonly string[] {
  const current = new Set(addresses);
  const all = [...addresses];
  for (const [index, address] of previous.entries()) {
    if (!current.has(address)) all.splice(all.indexOf(previous[index - 1] ?? '') + 1, 0, address);
  }
  return all;
}

interface SharedProps extends TitleProps {
  readonly shared: readonly string[];
  readonly name: string | undefined;
}

/** Header of a shared watchlist. It is read-only and can be added to this device's watchlist. */
function SharedWatchlistHeader({ title, shared, name }: SharedProps) {
  const navigate = useNavigate();
  const { addresses } = useWatchlist();
  const ownAddresses = new Set(addresses);
  const missing = shared.filter((address) => !ownAddresses.has(address));
  const allAreOwn = shared.length > 0 && missing.length === 0;
  const [error, setError] = useState<ListError>();
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        <bdi translate={name === undefined ? 'yes' : 'no'}>{sharedTitle(name)}</bdi>
      </h1>
      <span className="hint nowrap">{formatCount(shared.length)}</span>
      {missing.length > 0 ? (
        <Button
          onClick={() => {
            addToWatchlist(missing);
            title.current?.focus();
          }}
        >
          {addLabel(missing.length, shared.length, ownAddresses.size)}
        </Button>
      ) : null}
      {shared.length > 0 && ownAddresses.size > 0 ? (
        <Button
          onClick={() => {
            const failed = createList(newListName(name), shared);
            setError(failed);
            if (failed) return;
            focusMain();
            void navigate({ to: WATCHLIST_PATH });
          }}
        >
          Save as a new list
        </Button>
      ) : null}
      <span className="hint nowrap" role="status">
        {error ? listErrorTexts[error] : allAreOwn ? 'All in your watchlist' : ''}
      </span>
      <Link to="/watchlist" className={`${styles.ownList} hint nowrap text-link`}>
        {`Your watchlist (${formatCount(ownAddresses.size)})`}
      </Link>
    </>
  );
}

function sharedTitle(name: string | undefined): string {
  return name === undefined ? 'Shared watchlist' : `Shared watchlist: ${name}`;
}

function addLabel(missing: number, all: number, own: number): string {
  if (own === 0) return 'Save as your watchlist';
  return missing === all ? 'Add to your watchlist' : `Add ${formatCount(missing)} to your watchlist`;
}

const LISTED_ADDRESSES = 8;

interface GridProps extends TitleProps {
  readonly screen: WatchlistScreen;
  readonly rows: WatchlistRows;
  readonly isOwn: boolean;
  readonly onChange: ChangeScreen;
}

/** The screener's table, with the jettons of a watchlist. */
function WatchlistGrid(props: GridProps) {
  const { title, screen, rows, isOwn, onChange } = props;
  const { source, notFound, isSorted } = rows;
  const remove = () => {
    const removed = new Set(notFound);
    useWatchlist.setState(({ addresses }) => ({
      addresses: addresses.filter((address) => !removed.has(address)),
    }));
    title.current?.focus();
  };
  return (
    <>
      <AddressBanner text="No jetton at" addresses={notFound} limit={LISTED_ADDRESSES}>
        {isOwn ? (
          <Button bare onClick={remove}>
            Remove
          </Button>
        ) : null}
      </AddressBanner>
      {isSorted ? null : (
        <Banner>
          Sorted only within groups of 100: the values to sort the whole list by are not in this plan
        </Banner>
      )}
      <JettonGrid
        screen={screen}
        source={source}
        onChange={onChange}
        isByHand={screen.isByHand}
        isChosen
        empty={<EmptyWatchlist reason="unknown" />}
      />
    </>
  );
}

/** Shown if a watchlist has no rows. */
function EmptyWatchlist({ reason }: { reason: 'empty' | 'no address' | 'unknown' }) {
  const [title, text] = texts[reason];
  return (
    <Notice title={title} text={text}>
      <Link to="/">All jettons</Link>
    </Notice>
  );
}

const texts = {
  empty: [
    'Your watchlist is empty',
    'Press ☆ in a row, or W while the row has the focus. The list is stored on this device.',
  ],
  'no address': ['Empty watchlist', 'This link contains no valid jetton address.'],
  unknown: ['No jettons found', 'There are no jettons at the addresses of this list.'],
} as const;
