import { formatCount } from '#contract/format/format-numbers.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { addToWatchlist, useWatchlist } from '#web/list/watchlist.ts';
import { useSeenAddresses } from './use-seen-addresses.ts';
import styles from './watchlist-page.module.css';

/** Header of this device's watchlist: its size, and undo for jettons removed since the page was opened. */
export function WatchlistHeader() {
  const { addresses } = useWatchlist();
  const current = new Set(addresses);
  const removed = useSeenAddresses(addresses).filter((address) => !current.has(address));
  return (
    <>
      <h1>Watchlist</h1>
      <span className={styles.count}>{formatCount(addresses.length)}</span>
      <span className={styles.status} role="status">
        {removed.length > 0 ? `${formatCount(removed.length)} removed` : ''}
      </span>
      {removed.length > 0 ? (
        <Button bare onClick={() => addToWatchlist(removed)}>
          Undo
        </Button>
      ) : null}
    </>
  );
}
