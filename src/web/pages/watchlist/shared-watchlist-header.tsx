import { Link } from '@tanstack/react-router';
import { formatCount } from '#contract/format/format-count.ts';
import { Button } from '#web/components/controls/button.tsx';
import { addToWatchlist, useWatchlist } from '#web/state/watchlist.ts';
import styles from './watchlist-page.module.css';

/** Of somebody else's list: it is only looked at until the reader adds it to the own one. */
export function SharedWatchlistHeader({ shared }: { shared: readonly string[] }) {
  const { addresses } = useWatchlist();
  const own = new Set(addresses);
  const more = shared.filter((address) => !own.has(address));
  return (
    <>
      <h1>Shared watchlist</h1>
      <span className={styles.count}>{formatCount(shared.length)}</span>
      {more.length > 0 ? (
        <Button onClick={() => addToWatchlist(more)}>{offer(more.length, shared.length, own.size)}</Button>
      ) : null}
      <span className={styles.said} role="status">
        {shared.length > 0 && more.length === 0 ? 'All on your watchlist' : ''}
      </span>
      <Link to="/watchlist" className={styles.own}>
        Your watchlist ({formatCount(own.size)})
      </Link>
    </>
  );
}

function offer(more: number, all: number, own: number): string {
  if (own === 0) return 'Keep as your watchlist';
  return more === all ? 'Add to your watchlist' : `Add ${formatCount(more)} to your watchlist`;
}
