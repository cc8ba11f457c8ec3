import { Link } from '@tanstack/react-router';
import { formatCount } from '#contract/format/format-numbers.ts';
import { Button } from '#web/kit/controls/button.tsx';
import { addToWatchlist, useWatchlist } from '#web/list/watchlist.ts';
import styles from './watchlist-page.module.css';

/** Header of a shared watchlist. It is read-only and can be added to this device's watchlist. */
export function SharedWatchlistHeader({ shared }: { shared: readonly string[] }) {
  const { addresses } = useWatchlist();
  const ownAddresses = new Set(addresses);
  const missing = shared.filter((address) => !ownAddresses.has(address));
  return (
    <>
      <h1>Shared watchlist</h1>
      <span className={styles.count}>{formatCount(shared.length)}</span>
      {missing.length > 0 ? (
        <Button onClick={() => addToWatchlist(missing)}>
          {addLabel(missing.length, shared.length, ownAddresses.size)}
        </Button>
      ) : null}
      <span className={styles.status} role="status">
        {shared.length > 0 && missing.length === 0 ? 'All in your watchlist' : ''}
      </span>
      <Link to="/watchlist" className={`${styles.ownList} text-link`}>
        Your watchlist ({formatCount(ownAddresses.size)})
      </Link>
    </>
  );
}

function addLabel(missing: number, all: number, own: number): string {
  if (own === 0) return 'Save as your watchlist';
  return missing === all ? 'Add to your watchlist' : `Add ${formatCount(missing)} to your watchlist`;
}
