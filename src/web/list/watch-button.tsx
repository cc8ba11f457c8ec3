import { Button } from '#web/kit/controls/button.tsx';
import { toggleWatchlist, useWatchlist } from './watchlist.ts';

interface Props {
  readonly address: string;
  readonly symbol: string;
  /** Label after the star. */
  readonly text?: string;
}

export function WatchButton({ address, symbol, text }: Props) {
  const isWatched = useWatchlist(({ addresses }) => addresses.includes(address));
  return (
    <Button
      bare={text === undefined}
      aria-label={`Watch ${symbol}`}
      aria-pressed={isWatched}
      title={isWatched ? 'Remove from watchlist' : 'Add to watchlist'}
      onClick={() => toggleWatchlist(address)}
    >
      {[isWatched ? '★' : '☆', text].join(' ').trim()}
    </Button>
  );
}
