import { toggleWatched, useWatchlist } from '#web/state/watchlist.ts';
import { Button } from './button.tsx';

interface Props {
  readonly address: string;
  readonly symbol: string;
  /** Says what it does, beside the star. */
  readonly text?: string;
}

export function WatchButton({ address, symbol, text }: Props) {
  const isWatched = useWatchlist(({ addresses }) => addresses.includes(address));
  return (
    <Button
      bare={text === undefined}
      aria-label={`Watch ${symbol}`}
      aria-pressed={isWatched}
      title={isWatched ? 'Take off the watchlist' : 'Put on the watchlist'}
      onClick={() => toggleWatched(address)}
    >
      {isWatched ? '★' : '☆'}
      {text === undefined ? null : ` ${text}`}
    </Button>
  );
}
