import { ColumnsButton } from '#web/grid/columns/columns-button.tsx';
import { PeriodSwitch } from '#web/grid/columns/period-switch.tsx';
import { UnitSwitch } from '#web/grid/columns/unit-switch.tsx';
import { CompareLink } from '#web/grid/compare-link.tsx';
import { exportedRows } from '#web/grid/export/exported-list.ts';
import { CurrencyField } from '#web/kit/controls/currency-field.tsx';
import { PopupButton } from '#web/kit/controls/popup-button.tsx';
import { FullHeightPage } from '#web/kit/display/full-height-page.tsx';
import { lazyWithRetry } from '#web/kit/display/lazy-with-retry.tsx';
import { IgnoredFiltersBanner } from '#web/list/ignored-filters-banner.tsx';
import { useWatchlist } from '#web/list/watchlist.ts';
import { watchlistPath } from '#web/list/watchlist-link.ts';
import { chunkAddresses } from './address-list.ts';
import { EmptyWatchlist } from './empty-watchlist.tsx';
import { SharedWatchlistHeader } from './shared-watchlist-header.tsx';
import { useWatchlistLink } from './use-watchlist-link.ts';
import { useWatchlistRows } from './use-watchlist-rows.ts';
import { WatchlistGrid } from './watchlist-grid.tsx';
import { WatchlistHeader } from './watchlist-header.tsx';
import styles from './watchlist-page.module.css';

const ExportPanel = lazyWithRetry(
  async () => (await import('#web/grid/export/export-panel.tsx')).ExportPanel,
);
const SharePanel = lazyWithRetry(async () => (await import('#web/grid/export/share-panel.tsx')).SharePanel);

/** Shows this device's watchlist, or the read-only watchlist of a link. */
export function WatchlistPage() {
  const link = useWatchlistLink();
  // Remount for another list, so that undo and loaded rows are not carried over.
  return <Watchlist key={link.shared?.join() ?? ''} {...link} />;
}

function Watchlist({ screen, shared, ignored, change }: ReturnType<typeof useWatchlistLink>) {
  const own = useWatchlist(({ addresses }) => addresses);
  const addresses = shared ?? own;
  const rows = useWatchlistRows(addresses, screen.filter);
  const { sort, order } = screen.filter;
  return (
    <FullHeightPage>
      <title>{shared ? 'Shared watchlist · Jetscope' : 'Watchlist · Jetscope'}</title>
      <div className={styles.main}>
        <div className={styles.head}>
          <div className={styles.name}>
            {shared ? <SharedWatchlistHeader shared={shared} /> : <WatchlistHeader />}
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
            <CompareLink currency={screen.currency} />
            <ColumnsButton screen={screen} onChange={change} />
            <PopupButton label="Export">
              <ExportPanel
                currency={screen.currency}
                read={(signal) => exportedRows(rows.source.rows.rows, screen.currency, signal)}
              />
            </PopupButton>
            <PopupButton label="Share">
              <SharePanel
                path={watchlistPath(screen, addresses)}
                filters={chunkAddresses(addresses).map((address) => ({ address, sort, order }))}
              />
            </PopupButton>
          </div>
        </div>
        <IgnoredFiltersBanner ignored={ignored} onDismiss={() => change((current) => current)} />
        {addresses.length === 0 ? (
          <EmptyWatchlist reason={shared ? 'no address' : 'empty'} />
        ) : (
          <WatchlistGrid screen={screen} rows={rows} isOwn={!shared} onChange={change} />
        )}
      </div>
    </FullHeightPage>
  );
}
