import { useState } from 'react';
import { formatCount } from '#contract/format/format-count.ts';
import { Button } from '#web/components/controls/button.tsx';
import { addToWatchlist, useWatchlist } from '#web/state/watchlist.ts';
import styles from './watchlist-page.module.css';

/** Header of this device's watchlist: its size, and undo for jettons removed since the page was opened. */
export function WatchlistHeader() {
  const { addresses } = useWatchlist();
  const [seen, setSeen] = useState(addresses);
  const added = addresses.filter((address) => !seen.includes(address));
  if (added.length > 0) setSeen([...seen, ...added]);
  const removed = seen.filter((address) => !addresses.includes(address));
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
