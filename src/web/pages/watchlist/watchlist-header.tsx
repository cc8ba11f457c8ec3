import { useState } from 'react';
import { formatCount } from '#contract/format/format-count.ts';
import { Button } from '#web/components/controls/button.tsx';
import { addToWatchlist, useWatchlist } from '#web/state/watchlist.ts';
import styles from './watchlist-page.module.css';

/** Of this device's own list: how many, and the way back for what was taken off it while it was open. */
export function WatchlistHeader() {
  const { addresses } = useWatchlist();
  const [met, setMet] = useState(addresses);
  const more = addresses.filter((address) => !met.includes(address));
  if (more.length > 0) setMet([...met, ...more]);
  const removed = met.filter((address) => !addresses.includes(address));
  return (
    <>
      <h1>Watchlist</h1>
      <span className={styles.count}>{formatCount(addresses.length)}</span>
      <span className={styles.said} role="status">
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
